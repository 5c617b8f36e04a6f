import { Table, type TableColumnsType } from 'antd';
import type { SortOrder } from 'antd/es/table/interface';
import type { ReactNode } from 'react';
import type { air } from '#shared/contract/air/air.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  indexText,
  isRanked,
  type RankedByGoodRate,
  rankedByGoodRate,
} from '#shared/domain/good-rate-rank.ts';
import { type T, useT } from '#web/i18n.ts';
import { PageLink } from '#web/shell/PageLink.tsx';
import { stickyTable } from '#web/ui/DataTable.tsx';
import { EmptyRows } from '#web/ui/ListStates.tsx';
import { primaryText } from '#web/widgets/air-words.ts';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { WhyButton } from '#web/widgets/why/WhyButton.tsx';
import styles from './good-rate.module.css';
import { LevelBar } from './LevelBar.tsx';

export type GoodRate = AnswerOf<typeof air.goodRate>['data_info'][number];
type Ranked = RankedByGoodRate<GoodRate>;

interface GoodRateTableProps {
  rows: readonly GoodRate[];
  /** True if last year is assessed under this year's rules. */
  byNow: boolean;
  loading: boolean;
  /** Sort column; a leading minus means descending. */
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  /** Link to the daily report of a site. */
  formOf(site_id: number): string;
  /** Opens the explanation of a site's comprehensive index. */
  onWhy(site_id: number): void;
}

/** Ranking of sites by good-air rate. */
export function GoodRateTable({ rows, byNow, loading, sort, onSort, formOf, onWhy }: GoodRateTableProps) {
  const t = useT();
  const ranked = rankedByGoodRate(rows);
  const lastRanked = ranked.findLastIndex(({ rank }) => rank !== null);
  const firstBelow = lastRanked < 0 ? undefined : ranked[lastRanked + 1];
  const columns = useGoodRateColumns(byNow, formOf, onWhy);
  return (
    <Table<Ranked>
      className={styles.table}
      size="small"
      rowKey="site_id"
      pagination={false}
      sticky={stickyTable}
      scroll={{ x: byNow ? 1396 : 1140 }}
      showSorterTooltip={false}
      loading={{ spinning: loading, delay: 300 }}
      dataSource={ranked}
      rowClassName={(row) => (sort === undefined && row === firstBelow ? (styles.below ?? '') : '')}
      columns={columns.map((column) => ({ ...column, sortOrder: orderOf(column.key, sort) }))}
      onChange={(_page, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
        onSort(order ? `${order === 'descend' ? '-' : ''}${columnKey}` : undefined);
      }}
      locale={{ emptyText: <EmptyRows title={t('air.no_sites')} hint={t('air.no_sites_hint')} /> }}
    />
  );
}

function orderOf(key: unknown, sort: string | undefined): SortOrder | undefined {
  if (sort === key) return 'ascend';
  return sort === `-${key}` ? 'descend' : null;
}

function useGoodRateColumns(
  byNow: boolean,
  formOf: GoodRateTableProps['formOf'],
  onWhy: GoodRateTableProps['onWhy'],
): TableColumnsType<Ranked> {
  const t = useT();
  return [
    {
      key: 'rank',
      title: t('air.rank'),
      width: 52,
      align: 'center',
      render: (_value, { rank, now }) =>
        rank ?? (
          <span
            className={styles.none}
            title={t('air.unranked', { valid: now.valid, days: now.valid + now.invalid })}
          >
            {'–'}
          </span>
        ),
    },
    {
      key: 'site',
      title: t('air.site'),
      width: 200,
      render: (_value, { site_id, site_name, virtual_data }) => (
        <>
          {virtual_data && <VirtualMark />}{' '}
          <PageLink to={formOf(site_id)} otherwise={site_name}>
            {site_name}
          </PageLink>
        </>
      ),
    },
    {
      key: 'levels',
      title: t('air.days_by_level'),
      render: (_value, { now }) => <LevelBar levels={now.levels} />,
    },
    figure(
      'valid',
      t('air.valid_days'),
      84,
      ({ now }) => now.valid,
      (valid, { now }) => (isRanked(now) ? valid : `${valid}/${valid + now.invalid}`),
    ),
    figure('invalid', t('air.invalid_days'), 84, ({ now }) => now.invalid),
    figure(
      'good',
      t('air.good_rate'),
      92,
      ({ now }) => now.good_percent,
      (rate) => <strong>{percent(rate)}</strong>,
    ),
    ...yearBeforeColumns(t, byNow),
    figure(
      'index',
      t('air.comprehensive'),
      96,
      ({ index }) => index,
      (_index, row) => <WhyButton onClick={() => onWhy(row.site_id)}>{indexText(row)}</WhyButton>,
    ),
    {
      key: 'primary',
      title: t('air.primary'),
      width: 100,
      render: (_value, { index, index_primary }) => (index === null ? '–' : primaryText(t, index_primary)),
    },
  ];
}

/** The rate a year before, also under this year's rules if last year had others. */
function yearBeforeColumns(t: T, byNow: boolean): TableColumnsType<Ranked> {
  return [
    figure('before', t('air.year_before'), 96, (row) => row.year_before.good_percent, percent),
    figure('difference', t('air.difference'), 120, ({ difference }) => difference, change),
    ...(byNow
      ? [
          figure(
            'before_by_now',
            t('air.year_before_by_now'),
            128,
            (row) => row.year_before_by_now?.good_percent ?? null,
            percent,
          ),
          figure(
            'difference_by_now',
            t('air.difference_by_now'),
            128,
            (row) => row.difference_by_now,
            change,
          ),
        ]
      : []),
  ];
}

/** Sortable number column; missing values come last in both directions. */
function figure(
  key: string,
  title: string,
  width: number,
  of: (row: Ranked) => number | null,
  show: (value: number, row: Ranked) => ReactNode = String,
): TableColumnsType<Ranked>[number] {
  return {
    key,
    title,
    width,
    align: 'end',
    sorter: (a, b, order) => {
      const [left, right] = [of(a), of(b)];
      if (left !== null && right !== null) return left - right;
      const last = order === 'descend' ? -1 : 1;
      return left === right ? 0 : left === null ? last : -last;
    },
    sortDirections: ['descend', 'ascend'],
    render: (_value, row) => {
      const value = of(row);
      return value === null ? <span className={styles.none}>{'–'}</span> : show(value, row);
    },
  };
}

const change = (points: number) => (
  <span className={points > 0 ? styles.better : points < 0 ? styles.worse : undefined}>{signed(points)}</span>
);
const percent = (rate: number) => `${rate.toFixed(1)}%`;
const signed = (points: number) =>
  `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`;
