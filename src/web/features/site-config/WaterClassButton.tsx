import { Button, Drawer, Select } from 'antd';
import { useState } from 'react';
import { waterClasses } from '#shared/contract/site-config/water-class.ts';
import { itemsOf, type WaterBody } from '#shared/domain/water-items.ts';
import { useT } from '#web/i18n.ts';
import { SettingsForm } from '#web/pages/SettingsForm.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import { useLeaving } from '#web/ui/useConfirm.ts';

/** Drawer of the items that determine the water class. */
export function WaterClassButton() {
  const t = useT();
  const leaving = useLeaving();
  const [open, setOpen] = useState(false);
  const [dirty, setDirty] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('waterClasses.title')}</Button>
      <Drawer
        title={t('waterClasses.title')}
        size={720}
        open={open}
        onClose={() => leaving(dirty, () => setOpen(false))}
        destroyOnHidden
      >
        <p>{t('waterClasses.hint')}</p>
        <SettingsForm
          name="waterClasses"
          calls={waterClasses}
          onDirty={setDirty}
          sections={[
            {
              title: 'river',
              fields: [
                { key: 'river_items', editor: <WaterItems body="river" /> },
                { key: 'river_apart', editor: <WaterItems body="river" /> },
              ],
            },
            {
              title: 'lake',
              fields: [
                { key: 'lake_items', editor: <WaterItems body="lake" /> },
                { key: 'lake_apart', editor: <WaterItems body="lake" /> },
              ],
            },
          ]}
        />
      </Drawer>
    </>
  );
}

interface WaterItemsProps {
  body: WaterBody;
  id?: string;
  value?: readonly string[];
  onChange?(items: string[]): void;
}

function WaterItems({ body, id, value = [], onChange }: WaterItemsProps) {
  const t = useT();
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      value={[...value]}
      onChange={onChange}
      options={itemsOf(body).map((item) => ({ value: item, label: t(`waterClasses.item_${item}`) }))}
      showSearch={searchedByLabel}
    />
  );
}
