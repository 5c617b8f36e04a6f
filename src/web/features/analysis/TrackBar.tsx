import { Select, Switch } from 'antd';
import { factorLabel } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import type { Factor } from '#web/widgets/useFactors.ts';
import styles from './heat-map.module.css';
import track from './track-map.module.css';
import { mostVans, type TrackQuery } from './useTrackQuery.ts';
import { gridKm } from './useTrackScene.ts';

interface TrackBarProps {
  query: TrackQuery;
  vans: readonly { site_id: number; site_name: string }[];
  factors: readonly Factor[];
}

/** Filter bar: vehicles, time range and factor. */
export function TrackBar({ query, vans, factors }: TrackBarProps) {
  const t = useT();
  const language = useLanguage();
  const { site_ids, from, to, factor, change } = query;
  return (
    <div className={styles.bar}>
      <Select
        mode="multiple"
        aria-label={t('trackMap.vans')}
        className={track.vans}
        placeholder={t('trackMap.vans')}
        maxCount={mostVans}
        value={site_ids}
        options={vans.map(({ site_id, site_name }) => ({ value: site_id, label: site_name }))}
        onChange={(ids) => change({ sites: ids })}
      />
      <TimeRange
        label={t('trackMap.range')}
        from={from}
        to={to}
        onChange={(start, end) => change({ from: start, to: end })}
      />
      <Select
        showSearch={searchedByLabel}
        aria-label={t('trackMap.factor')}
        className={track.factor}
        prefix={<span className={track.label}>{t('trackMap.factor')}</span>}
        value={factor?.component_id}
        options={factors.map((one) => ({
          value: one.component_id,
          label: factorLabel(localName(one, 'component_name', language), one.formula),
        }))}
        onChange={(id) => change({ factor: id })}
      />
      <label className={styles.switch} htmlFor="track-grid">
        <Switch
          id="track-grid"
          size="small"
          checked={query.grid}
          onChange={(on) => change({ grid: on ? 'yes' : undefined })}
        />
        {t('trackMap.grid', { km: gridKm })}
      </label>
      <label className={styles.switch} htmlFor="track-wind">
        <Switch
          id="track-wind"
          size="small"
          checked={query.barbs}
          onChange={(on) => change({ wind: on ? 'yes' : undefined })}
        />
        {t('trackMap.barbs')}
      </label>
    </div>
  );
}
