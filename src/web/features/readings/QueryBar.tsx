import { Segmented, Select } from 'antd';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { type MeasuredType, measuredType } from '#shared/contract/readings/readings.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { mostSpanMs } from '#shared/domain/whole-span.ts';
import { notify } from '#web/api/toasts.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { searchedByWords } from '#web/ui/searched.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import type { Asked } from './asked.ts';
import styles from './history.module.css';

/** Filter bar: sites, factors and time. Changes apply at once, those of sites when the picker closes. */
export function QueryBar({ asked, offered }: { asked: Asked; offered: readonly HistoryFactor[] }) {
  const t = useT();
  const language = useLanguage();
  const { query, sites, factors } = asked;
  // Keeps the time range, unless it exceeds the maximum for this data type.
  const switchTo = (type: MeasuredType) => {
    const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
    const days = Math.floor(mostSpanMs(type, sites.length) / DAY_MS);
    if (to - from <= days * DAY_MS) query.ask({ data_type: type, from: query.from, to: query.to });
    else {
      notify('info', t('history.range_changed', { type: t(`sitePage.data_type_${type}`), days }));
      query.ask({ data_type: type, from: new Date(to - days * DAY_MS).toISOString(), to: query.to });
    }
  };
  const customs = [...new Set(sites.map(({ site_type }) => periodCustom(site_type)))];
  return (
    <search className={styles.bar} aria-label={t('common.filters')}>
      <SitePicker
        multiple
        virtualByName
        label={t('history.sites')}
        placeholder={t('history.pick_sites')}
        value={query.site_ids}
        onChange={(site_ids) => query.ask({ sites: site_ids })}
      />
      <Select<number[]>
        className={styles.factors}
        mode="multiple"
        maxTagCount={1}
        maxTagPlaceholder={(left) => `+${left.length}`}
        maxCount={50}
        prefix={<span className={styles.label}>{t('history.factors')}</span>}
        aria-label={t('history.factors')}
        disabled={offered.length === 0}
        value={factors.map(({ component_id }) => component_id)}
        showSearch={searchedByWords}
        popupMatchSelectWidth={280}
        options={offered.map((factor) => ({
          value: factor.component_id,
          label: factorLabel(localName(factor, 'component_name', language), factor.formula),
          search: [factor.component_name, factor.component_name_en, factor.formula, factor.code_2017].join(
            ' ',
          ),
        }))}
        onChange={(ids) => query.change({ factors: ids })}
      />
      <Segmented<MeasuredType>
        aria-label={t('sitePage.data_type')}
        value={query.data_type}
        options={measuredType.options.map((type) => ({
          value: type,
          label: t(`sitePage.data_type_${type}`),
        }))}
        onChange={switchTo}
      />
      <TimeRange
        days={query.data_type === 'day' || query.data_type === 'month'}
        label={t('sitePage.range')}
        from={query.from}
        to={query.to}
        onChange={(from, to) => query.ask({ from, to })}
      />
      {query.data_type === 'hour' && customs.length > 0 && (
        <p className={styles.custom}>
          {customs
            .map((custom) =>
              customs.length > 1 ? t(`history.custom_${custom}`) : t(`sitePage.custom_${custom}`),
            )
            .join(' · ')}
        </p>
      )}
    </search>
  );
}
