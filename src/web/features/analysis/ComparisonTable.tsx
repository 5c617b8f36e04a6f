import { TableOutlined } from '@ant-design/icons';
import { Button, Table } from 'antd';
import type { ComparedSite } from '#shared/contract/analysis/comparison.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { type T, useT } from '#web/i18n.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import styles from './analysis.module.css';
import { saveCsv } from './save-csv.ts';
import { useAbout } from './useAbout.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';
import { type Ranked, useRankingColumns } from './useRankingColumns.tsx';

interface ComparisonTableProps {
  query: AnalysisQuery;
  sites: readonly ShortSite[];
  factor: HistoryFactor;
  rows: readonly ComparedSite[];
}

/** Ranking of the sites: mean, change and outlier mark. */
export function ComparisonTable({ query, sites, factor, rows }: ComparisonTableProps) {
  const t = useT();
  const about = useAbout(query, sites, factor);
  const siteOf = new Map(sites.map((site) => [site.site_id, site]));
  const ranked = [...rows]
    .sort((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity))
    .map(
      (row, i): Ranked => ({ ...row, rank: row.mean === null ? null : i + 1, site: siteOf.get(row.site_id) }),
    );
  const columns = useRankingColumns(factor, query.numbers('reference').length > 0);
  const pair = query.numbers('pair');
  return (
    <section className={styles.panel} aria-label={t('analysis.ranking')}>
      <header className={styles.head}>
        <h2>{t('analysis.ranking')}</h2>
        <span className={styles.note}>{t('analysis.ranking_note')}</span>
        <Button
          type="text"
          size="small"
          icon={<TableOutlined />}
          title={t('analysis.save_csv')}
          aria-label={`${t('analysis.ranking')}: ${t('analysis.save_csv')}`}
          onClick={() => saveCsv([t('analysis.ranking'), ...about].join(' '), csvOf(t, ranked, factor))}
        />
      </header>
      <Table<Ranked>
        size="small"
        rowKey="site_id"
        dataSource={ranked}
        pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true, size: 'small' }}
        scroll={{ x: 'max-content' }}
        rowSelection={{
          hideSelectAll: true,
          selectedRowKeys: pair,
          onChange: (keys) => query.change({ pair: keys.map(Number).slice(-2) }),
          getCheckboxProps: ({ site }) =>
            ({ 'aria-label': t('lists.select_row', { name: site?.site_name ?? '' }) }) as object,
          columnWidth: 32,
        }}
        columns={columns}
      />
    </section>
  );
}

function csvOf(t: T, of: readonly Ranked[], { decimals }: HistoryFactor) {
  const write = (value: number | null | undefined) => formatNumber(value, decimals);
  return [
    [
      ...[t('analysis.rank'), t('history.site'), 'MN', t('analysis.csv_n')],
      ...[t('history.mean'), t('history.min'), t('analysis.csv_q1'), t('analysis.csv_median')],
      ...[t('analysis.csv_q3'), t('history.p95'), t('history.max')],
      ...[t('analysis.csv_before'), t('analysis.csv_year_before'), t('analysis.csv_score')],
      ...[t('analysis.difference'), 'r'],
    ],
    ...of.map((row) => [
      ...[row.rank, row.site?.site_name, row.site?.mn, row.n],
      ...[row.mean, row.min, row.q1, row.median, row.q3, row.p95, row.max].map(write),
      ...[row.before, row.year_before].map(write),
      formatNumber(row.neighbours?.score, 1),
      write(row.difference),
      formatNumber(row.correlation, 3),
    ]),
  ];
}
