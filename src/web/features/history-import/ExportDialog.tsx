import { Modal, Segmented } from 'antd';
import { useState } from 'react';
import { type DataType, dataType } from '#shared/contract/readings.ts';
import { useT } from '#web/i18n.ts';
import { useExport } from '#web/ui/ExportButton.tsx';
import { SitePicker } from '#web/ui/SitePicker.tsx';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import styles from './history-import.module.css';

/** Which measurements are exported so that they can be imported again: all factors of some sites, of one type, in a time. */
export function ExportDialog({ onClosed }: { onClosed(): void }) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [site_ids, setSites] = useState<number[]>([]);
  const [data_type, setType] = useState<DataType>('hour');
  const [range, setRange] = useState<{ from?: string; to?: string }>({});
  const title = `${t('historyImport.export_title')} ${t(`sitePage.data_type_${data_type}`)}`;
  const { run, pending } = useExport();
  const isWhole = range.from !== undefined && range.to !== undefined;
  const start = async (format: 'csv' | 'xlsx') => {
    const query = { site_ids: site_ids.length > 0 ? site_ids : undefined, data_type, ...range };
    await run({ name: 'historyImportForm', title, columns: ['form'], query }, format);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('historyImport.export')}
      width={640}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      okText={t('common.export_csv')}
      cancelText={t('common.export_excel')}
      okButtonProps={{ disabled: !isWhole, loading: pending }}
      cancelButtonProps={{
        disabled: !isWhole || pending,
        onClick: () => void start('xlsx').catch(() => undefined),
      }}
      onOk={() => void start('csv').catch(() => undefined)}
    >
      <p className={styles.soft}>{t('historyImport.export_hint')}</p>
      <div className={styles.choices}>
        <SitePicker
          multiple
          label={t('historyImport.export_sites')}
          placeholder={t('historyImport.export_all_sites')}
          value={site_ids}
          onChange={setSites}
        />
        <Segmented<DataType>
          aria-label={t('historyImport.data_type')}
          value={data_type}
          options={dataType.options.map((type) => ({ value: type, label: t(`sitePage.data_type_${type}`) }))}
          onChange={setType}
        />
        <TimeRange
          label={t('historyImport.export_range')}
          from={range.from}
          to={range.to}
          onChange={(from, to) => setRange({ from, to })}
        />
      </div>
    </Modal>
  );
}
