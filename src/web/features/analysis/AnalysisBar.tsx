import { ZoomOutOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { analysisLevel } from '#shared/contract/analysis/values.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import styles from './analysis.module.css';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

interface AnalysisBarProps {
  query: AnalysisQuery;
  site_ids: readonly number[];
  /** Whether several sites can be selected. */
  several: boolean;
  /** Factor select or multi-select. */
  children: ReactNode;
}

/** Filter bar: sites, factors and time range. */
export function AnalysisBar({ query, site_ids, several, children }: AnalysisBarProps) {
  const t = useT();
  return (
    <search className={styles.bar} aria-label={t('common.filters')}>
      <SitePicker
        multiple={several}
        virtualByName
        label={t(several ? 'history.sites' : 'analysis.site')}
        placeholder={t('history.pick_sites')}
        value={site_ids}
        usual={query.site_ids.length === 0}
        onChange={(ids) => query.change({ sites: ids, pair: undefined, reference: undefined })}
      />
      {children}
      <Segmented
        aria-label={t('sitePage.data_type')}
        value={query.level}
        options={analysisLevel.options.map((level) => ({
          value: level,
          label: t(`sitePage.data_type_${level}`),
        }))}
        onChange={(level) => query.ask({ level })}
      />
      <TimeRange
        label={t('sitePage.range')}
        from={query.from}
        to={query.to}
        onChange={(from, to) => query.ask({ from, to })}
      />
      {query.isPart && (
        <Button icon={<ZoomOutOutlined />} onClick={() => query.look(undefined)}>
          {t('history.whole')}
        </Button>
      )}
    </search>
  );
}

interface FactorSelectProps {
  label: string;
  factors: readonly HistoryFactor[];
  value: number | undefined;
  onChange(component_id: number): void;
}

export function FactorSelect({ label, factors, value, onChange }: FactorSelectProps) {
  const language = useLanguage();
  return (
    <Select<number>
      className={styles.factor}
      aria-label={label}
      prefix={<span className={styles.label}>{label}</span>}
      disabled={factors.length === 0}
      value={value}
      showSearch={searchedByLabel}
      popupMatchSelectWidth={260}
      options={factors.map((factor) => ({
        value: factor.component_id,
        label: factorLabel(localName(factor, 'component_name', language), factor.formula),
      }))}
      onChange={onChange}
    />
  );
}
