import { Button, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { type DataType, dataType } from '#shared/contract/readings/readings.ts';
import { startOfDay } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { useT } from '#web/i18n.ts';
import { useExport } from '#web/ui/ExportButton.tsx';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import styles from './history-import.module.css';

/** Whole days, including today. */
function lastDays() {
  const today = startOfDay(new Date()).getTime();
  return { from: new Date(today - 29 * DAY_MS).toISOString(), to: new Date(today + DAY_MS).toISOString() };
}

/** Exports measurements in the import format: all factors of selected sites, one data type and time range. */
export function ExportDialog({ onClosed }: { onClosed(): void }) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [site_ids, setSites] = useState<number[]>([]);
  const [data_type, setType] = useState<DataType>('hour');
  const [range, setRange] = useState<{ from?: string; to?: string }>(lastDays);
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
      footer={(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          type={format === 'csv' ? 'primary' : 'default'}
          disabled={!isWhole}
          loading={pending}
          onClick={() => void start(format).catch(() => undefined)}
        >
          {t(format === 'csv' ? 'common.export_csv' : 'common.export_excel')}
        </Button>
      ))}
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
        {!isWhole && <span className={styles.conflict}>{t('historyImport.export_range_missing')}</span>}
      </div>
    </Modal>
  );
}
