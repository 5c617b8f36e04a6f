import { DownloadOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select, Tooltip } from 'antd';
import { useT } from '#web/i18n.ts';
import styles from './history.module.css';
import { type Comparison, comparisons, type HistoryQuery } from './useHistoryQuery.ts';

interface HistoryChartHeadProps {
  query: HistoryQuery;
  /** True if the values are downsampled. */
  reduced: boolean;
  /** Undefined without a chart to save. */
  onSave: (() => void) | undefined;
}

/** Comparison, zoom and picture export of the chart. */
export function HistoryChartHead({ query, reduced, onSave }: HistoryChartHeadProps) {
  const t = useT();
  const { compare, zoom } = query;
  return (
    <header className={styles.head}>
      <h2>{t('history.chart')}</h2>
      <span className={styles.note}>{reduced ? t('history.reduced') : t('history.draw')}</span>
      <Select<Comparison | 'none'>
        size="small"
        aria-label={t('history.compare')}
        value={compare ?? 'none'}
        popupMatchSelectWidth={false}
        options={(['none', ...comparisons] as const).map((value) => ({
          value,
          label: t(`history.compare_${value}`),
        }))}
        onChange={(value) => query.change({ compare: value === 'none' ? undefined : value })}
      />
      {zoom && (
        <Tooltip title={t('history.follow_hint')}>
          <Checkbox
            checked={query.follows}
            onChange={({ target }) => query.change({ follow: target.checked ? '1' : undefined })}
          >
            {t('history.follow')}
          </Checkbox>
        </Tooltip>
      )}
      {zoom && (
        <Button size="small" icon={<ZoomOutOutlined />} onClick={() => query.look(undefined)}>
          {t('history.whole')}
        </Button>
      )}
      <Button
        type="text"
        size="small"
        icon={<DownloadOutlined />}
        title={t('history.png')}
        aria-label={t('history.png')}
        disabled={!onSave}
        onClick={onSave}
      />
    </header>
  );
}
