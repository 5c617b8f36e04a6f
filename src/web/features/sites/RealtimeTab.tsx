import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { type DataType, dataType } from '#shared/contract/readings/readings.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { Sparkline } from '#web/charts/Sparkline.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { useLiveState } from '#web/live/useLive.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Status } from '#web/ui/Status.tsx';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { ReadingValue, rangeLeft } from '#web/widgets/ReadingValue.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import styles from './realtime.module.css';
import { useFinest } from './useFinest.ts';
import { type RealtimeRow, useRealtime } from './useRealtime.ts';

const liveTones = { open: 'good', connecting: 'notice', off: 'quiet' } as const;

export function RealtimeTab({ site }: { site: ShortSite }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const asked = dataType.safeParse(params.get('data_type')).data;
  const finest = useFinest(site.site_id, asked === undefined);
  const chosen = asked ?? finest;
  return (
    <>
      <div className={styles.bar}>
        <Segmented<DataType>
          aria-label={t('sitePage.data_type')}
          value={chosen ?? 'realtime'}
          options={dataType.options.map((type) => ({ value: type, label: t(`sitePage.data_type_${type}`) }))}
          onChange={(type) => setParams({ tab: 'realtime', data_type: type }, { replace: true })}
        />
        <LiveMark />
      </div>
      {chosen ? <Values key={chosen} site={site} data_type={chosen} /> : <ListSkeleton />}
    </>
  );
}

function Values({ site, data_type }: { site: ShortSite; data_type: DataType }) {
  const t = useT();
  const { rows, error, reload } = useRealtime(site, data_type);
  if (!rows) return error ? <ListError error={error} onRetry={reload} /> : <ListSkeleton />;
  if (rows.length === 0) {
    return <EmptyState title={t('sitePage.no_values')} hint={t('sitePage.no_values_hint')} />;
  }
  return (
    <section className={styles.sheet}>
      <table className={styles.values}>
        <thead>
          <tr>
            <th scope="col">{t('sitePage.factor')}</th>
            <th scope="col" className={styles.figure}>
              {t('sitePage.value')}
            </th>
            <th scope="col">{t('sitePage.unit')}</th>
            <th scope="col" className={styles.course}>
              {t(`sitePage.course_${data_type}`)}
            </th>
            <th scope="col">{t('sitePage.time')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FactorRow key={row.component_id} row={row} site={site} data_type={data_type} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** State of the live connection. */
function LiveMark() {
  const t = useT();
  const state = useLiveState();
  return <Status tone={liveTones[state]}>{t(`sitePage.live_${state}`)}</Status>;
}

interface FactorRowProps {
  row: RealtimeRow;
  site: ShortSite;
  data_type: DataType;
}

function FactorRow({ row, site, data_type }: FactorRowProps) {
  const showPeriod = useShowPeriod(data_type);
  const label = useCourseLabel(row, data_type);
  const { value, decimals, flag, counts, ts, isFresh, course } = row;
  return (
    <tr>
      <th scope="row">
        <FactorName factor={row} />
      </th>
      <td className={styles.figure}>
        {/* A new key restarts the highlight for each new value. */}
        <span key={ts} className={isFresh ? styles.fresh : undefined}>
          <ReadingValue
            value={value}
            decimals={decimals}
            flag={flag}
            counts={counts}
            beyond={rangeLeft(row)}
          />
        </span>
      </td>
      <td className={styles.unit}>{row.unit}</td>
      <td className={styles.course}>
        <Sparkline {...course} label={label} />
      </td>
      <td className={styles.time}>{showPeriod(ts, site.site_type)}</td>
    </tr>
  );
}

function useCourseLabel({ course, decimals, ...factor }: RealtimeRow, data_type: DataType): string {
  const t = useT();
  const language = useLanguage();
  const name = localName(factor, 'component_name', language);
  const span = t(`sitePage.course_${data_type}`);
  const values = course.points.flatMap(({ at, value }) =>
    value === null || at < course.from ? [] : [value],
  );
  if (values.length === 0) return t('sitePage.course_none', { name, span });
  const shown = (figure: number) => `${formatNumber(figure, decimals)} ${factor.unit}`.trim();
  return t('sitePage.course_of', {
    name,
    span,
    low: shown(Math.min(...values)),
    high: shown(Math.max(...values)),
  });
}
