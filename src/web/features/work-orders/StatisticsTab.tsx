import { Segmented, Table } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orderStatistics } from '#shared/contract/work-orders/statistics.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { startOfDay } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import styles from './statistics.module.css';

type Statistics = AnswerOf<typeof orderStatistics.data>;
type Figures = Omit<Statistics['by_person'][number], 'id' | 'name' | 'name_en'>;
type Line = Figures & { key: string; label: string };

const groupings = ['by_person', 'by_group', 'by_type', 'by_site', 'by_month'] as const;
const DAYS = 30;

/** Statistics of a period: speed, punctuality and quality, by person, type, site and time. */
export function StatisticsTab() {
  const t = useT();
  const { params, change } = useAddress();
  const [usual] = useState(() => ({
    from: new Date(startOfDay(new Date()).getTime() - (DAYS - 1) * DAY_MS).toISOString(),
    to: new Date(startOfDay(new Date()).getTime() + DAY_MS).toISOString(),
  }));
  const from = params.get('from') ?? usual.from;
  const to = params.get('to') ?? usual.to;
  const answer = useCall(
    orderStatistics.data,
    { created_at_from: from, created_at_to: to },
    { keepPrevious: true },
  );
  return (
    <section className={styles.panel}>
      <TimeRange
        label={t('orders.created_at')}
        from={from}
        to={to}
        onChange={(first, last) => change({ from: first, to: last })}
      />
      <Answered answer={answer}>{(statistics) => <Shown statistics={statistics} />}</Answered>
    </section>
  );
}

function Shown({ statistics }: { statistics: Statistics }) {
  const t = useT();
  const { params, change } = useAddress();
  const grouping = groupings.find((one) => one === params.get('by')) ?? 'by_person';
  const time = useSpan();
  const tiles = [
    ['count', statistics.count],
    ['open_count', statistics.open],
    ['overdue_count', statistics.overdue],
    ['response', time(statistics.response)],
    ['repair', time(statistics.repair)],
    ['on_time', share(statistics.on_time, statistics.timed)],
    ['first_time', share(statistics.first_time, statistics.fixed)],
  ] as const;
  return (
    <>
      <dl className={styles.tiles}>
        {tiles.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`orders.stat_${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Segmented
        value={grouping}
        options={groupings.map((one) => ({ value: one, label: t(`orders.stat_${one}`) }))}
        onChange={(chosen) => change({ by: chosen })}
      />
      <Groups statistics={statistics} grouping={grouping} />
      <h2>{t('orders.stat_availability')}</h2>
      <p className={styles.hint}>{t('orders.stat_availability_hint')}</p>
      {statistics.availability.length === 0 ? (
        <p className={styles.hint}>{t('orders.stat_all_online')}</p>
      ) : (
        <ul className={styles.online}>
          {statistics.availability.map(({ site_id, site_name, mn, share: part }) => (
            <li key={site_id}>
              <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>
              <meter min={0} max={1} low={0.9} high={0.98} optimum={1} value={part} />
              <strong>{`${(part * 100).toFixed(1)}%`}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

/** Rounds to minutes, below a minute to seconds. */
const rounded = (seconds: number) => (seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60);

function useSpan(): (seconds: number | null) => string {
  const language = useLanguage();
  return (seconds) => (seconds === null ? '–' : formatDuration(rounded(seconds) * 1000, language));
}

function Groups({ statistics, grouping }: { statistics: Statistics; grouping: (typeof groupings)[number] }) {
  const t = useT();
  const time = useSpan();
  const lines = useLines(statistics, grouping);
  const number = (key: keyof Figures) => ({
    key,
    title: t.tx(`orders.stat_${key === 'open' || key === 'overdue' ? `${key}_count` : key}`),
    align: 'right' as const,
    sorter: (a: Line, b: Line) => (a[key] ?? -1) - (b[key] ?? -1),
  });
  return (
    <Table<Line>
      size="small"
      rowKey="key"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={lines}
      columns={[
        { key: 'label', title: t(`orders.stat_${grouping}`), dataIndex: 'label' },
        { ...number('count'), dataIndex: 'count' },
        { ...number('open'), dataIndex: 'open' },
        { ...number('overdue'), dataIndex: 'overdue' },
        { ...number('response'), render: (_, line) => time(line.response) },
        { ...number('repair'), render: (_, line) => time(line.repair) },
        { ...number('on_time'), render: (_, line) => share(line.on_time, line.timed) },
        { ...number('first_time'), render: (_, line) => share(line.first_time, line.fixed) },
      ]}
    />
  );
}

function useLines(statistics: Statistics, grouping: (typeof groupings)[number]): Line[] {
  const t = useT();
  const language = useLanguage();
  return useMemo(() => {
    if (grouping === 'by_month')
      return statistics.by_month.map(({ month, ...figures }) => ({ ...figures, key: month, label: month }));
    const none = t(grouping === 'by_site' ? 'orders.no_site' : 'orders.nobody');
    return statistics[grouping].map(({ id, name, name_en, ...figures }) => ({
      ...figures,
      key: String(id),
      label: (language === 'en' && name_en) || name || none,
    }));
  }, [statistics, grouping, language, t]);
}
