import { InputNumber, Segmented, Select, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { ImportMapping } from '#shared/contract/history-import/history-import.ts';
import { type DataType, dataType } from '#shared/contract/readings/readings.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { useT } from '#web/i18n.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import styles from './history-import.module.css';
import type { OpenedFile } from './mapping.ts';

interface FileSettingsProps {
  file: OpenedFile;
  mapping: ImportMapping;
  onChange(mapping: ImportMapping): void;
  onRead(change: { sheet?: string; heading_row?: number }): void;
}

/** Settings for the whole file: sheet, and values that have no column. */
export function FileSettings({ file, mapping, onChange, onRead }: FileSettingsProps) {
  const t = useT();
  const { file_name, size, encoding, delimiter, sheets } = file;
  const facts = [
    formatBytes(size),
    encoding && (encoding === 'utf-8' ? 'UTF-8' : 'GBK'),
    delimiter && t.tx(`historyImport.delimiter_${delimiter}`),
  ].filter((fact) => fact);
  return (
    <div className={styles.settings}>
      <Setting label={t('historyImport.file')}>
        <span className={styles.file}>
          <b title={file_name}>{file_name}</b>
          <small>{facts.join(' · ')}</small>
        </span>
      </Setting>
      {sheets.length > 1 && (
        <Setting label={t('historyImport.sheet')}>
          <Select
            className={styles.sheet}
            aria-label={t('historyImport.sheet')}
            value={mapping.sheet}
            options={sheets.map((name) => ({ value: name, label: name }))}
            onChange={(sheet: string) => onRead({ sheet, heading_row: undefined })}
          />
        </Setting>
      )}
      <Setting label={t('historyImport.heading_row')}>
        <InputNumber
          className={styles.number}
          min={1}
          max={20}
          precision={0}
          aria-label={t('historyImport.heading_row')}
          value={mapping.heading_row}
          onChange={(heading_row) => heading_row && onRead({ heading_row })}
        />
      </Setting>
      <Setting label={t('historyImport.site')}>
        <SitePicker
          label=""
          placeholder={t('historyImport.site_column')}
          value={mapping.site_id === undefined ? [] : [mapping.site_id]}
          onChange={([site_id]) => onChange({ ...mapping, site_id })}
        />
      </Setting>
      <Setting label={t('historyImport.data_type')}>
        <Segmented<DataType | 'column'>
          aria-label={t('historyImport.data_type')}
          value={mapping.data_type ?? 'column'}
          options={[
            { value: 'column', label: t('historyImport.data_type_column') },
            ...dataType.options.map((type) => ({ value: type, label: t(`sitePage.data_type_${type}`) })),
          ]}
          onChange={(type) => onChange({ ...mapping, data_type: type === 'column' ? undefined : type })}
        />
      </Setting>
      <Setting label={t('historyImport.label')}>
        <Tooltip title={t('historyImport.label_hint')}>
          <Segmented<'start' | 'end'>
            aria-label={t('historyImport.label')}
            value={mapping.label}
            options={(['start', 'end'] as const).map((label) => ({
              value: label,
              label: t(`historyImport.label_${label}`),
            }))}
            onChange={(label) => onChange({ ...mapping, label })}
          />
        </Tooltip>
      </Setting>
    </div>
  );
}

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.setting}>
      <span>{label}</span>
      {children}
    </div>
  );
}
