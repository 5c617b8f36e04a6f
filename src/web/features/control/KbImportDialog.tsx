import { Button, Modal, Tooltip } from 'antd';
import { useState } from 'react';
import { kbImport } from '#shared/contract/control/kb-import.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useT } from '#web/i18n.ts';
import { ImportFile } from '#web/ui/ImportFile.tsx';
import { ImportPreview } from '#web/ui/ImportPreview.tsx';
import type { Settable } from './kb-row.ts';

type Checked = AnswerOf<typeof kbImport.preview> & { file_id: number };

/** Imports K and B from a spreadsheet; all rows are taken over or none. */
export function KbImportDialog({ onTake, onClosed }: { onTake(rows: Settable[]): void; onClosed(): void }) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const [checked, setChecked] = useState<Checked>();
  const take = () => {
    setOpen(false);
    onTake(checked?.items ?? []);
  };
  return (
    <Modal
      open={isOpen}
      title={t('kbImport.title')}
      width={920}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      mask={{ closable: !checked }}
      footer={
        checked ? (
          <>
            <Button onClick={() => setChecked(undefined)}>{t('lists.import_other_file')}</Button>
            <Tooltip title={checked.bad > 0 && t('lists.import_all_or_nothing')}>
              <Button type="primary" disabled={checked.bad > 0 || checked.items.length === 0} onClick={take}>
                {t('kbImport.take', { count: checked.items.length })}
              </Button>
            </Tooltip>
          </>
        ) : (
          <Button onClick={() => setOpen(false)}>{t('common.close')}</Button>
        )
      }
    >
      {checked ? (
        <ImportPreview name="kbImport" checked={checked} />
      ) : (
        <ImportFile name="kbImport" calls={kbImport} onChecked={setChecked} />
      )}
    </Modal>
  );
}
