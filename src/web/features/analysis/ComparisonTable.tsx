import { TableOutlined } from '@ant-design/icons';
import { Button, Table, Tag, Tooltip } from 'antd';
import { Link } from 'react-router';
import type { ComparedSite } from '#shared/contract/analysis/comparison.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { useT } from '#web/i18n.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import styles from './analysis.module.css';
import { saveCsv } from './save-csv.ts';
import { useAbout } from './useAbout.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

interface ComparisonTableProps {
  query: AnalysisQuery;
  sites: readonly ShortSite[];
  factor: HistoryFactor;
  rows: readonly ComparedSite[];
}

interface Ranked extends ComparedSite {
  rank: number | null;
  site: ShortSite | undefined;
}

/** The ranking: how high each site is, how it changed, and whether it stands out among its neighbours. */
export function ComparisonTable({ query, sites, factor, rows }: ComparisonTableProps) {
  const t = useT();
  const about = useAbout(query, sites, factor);
  const siteOf = new Map(sites.map((site) => [site.site_id, site]));
  const ranked = [...rows]
    .sort((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity))
    .map(
      (row, i): Ranked => ({ ...row, rank: row.mean === null ? null : i + 1, site: siteOf.get(row.site_id) }),
    );
  const figure = (value: number | null) => (value === null ? '–' : formatNumber(value, factor.decimals));
  const pair = query.numbers('pair');
  const hasReference = query.numbers('reference').length > 0;
  const change = (now: number | null, then: number | null) => <Change now={now} then={then} />;
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
          onClick={() => saveCsv([t('analysis.ranking'), ...about].join(' '), csvOf(ranked))}
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
          columnWidth: 32,
        }}
        columns={[
          { title: t('analysis.rank'), dataIndex: 'rank', width: 48, render: (rank) => rank ?? '–' },
          {
            title: t('history.site'),
            key: 'site',
            render: (_, { site }) =>
              site && <Link to={`/sites/${encodeURIComponent(site.mn)}`}>{site.site_name}</Link>,
          },
          {
            title: `${t('history.mean')} (${factor.unit})`,
            dataIndex: 'mean',
            align: 'right',
            sorter: (a, b) => (a.mean ?? 0) - (b.mean ?? 0),
            render: figure,
          },
          {
            title: t('analysis.against_before'),
            key: 'before',
            align: 'right',
            sorter: (a, b) => rateOf(a.mean, a.before) - rateOf(b.mean, b.before),
            render: (_, row) => change(row.mean, row.before),
          },
          {
            title: t('analysis.against_year'),
            key: 'year',
            align: 'right',
            sorter: (a, b) => rateOf(a.mean, a.year_before) - rateOf(b.mean, b.year_before),
            render: (_, row) => change(row.mean, row.year_before),
          },
          ...(hasReference
            ? [
                {
                  title: t('analysis.difference'),
                  dataIndex: 'difference',
                  align: 'right' as const,
                  render: figure,
                },
                {
                  title: 'r',
                  dataIndex: 'correlation',
                  align: 'right' as const,
                  render: (r: number | null) => r?.toFixed(3) ?? '–',
                },
              ]
            : []),
          {
            title: t('analysis.neighbours'),
            key: 'neighbours',
            render: (_, row) => <Neighbours row={row} decimals={factor.decimals} />,
          },
          {
            title: t('history.rate'),
            key: 'rate',
            align: 'right',
            render: (_, { n, expected }) => `${formatNumber((n / Math.max(1, expected)) * 100, 1)} %`,
          },
        ]}
      />
    </section>
  );

  function csvOf(of: readonly Ranked[]) {
    return [
      [
        t('analysis.rank'),
        t('history.site'),
        'MN',
        ...[
          'n',
          'mean',
          'min',
          'q1',
          'median',
          'q3',
          'p95',
          'max',
          'before',
          'year_before',
          'score',
          'difference',
          'r',
        ],
      ],
      ...of.map((row) => [
        row.rank,
        row.site?.site_name,
        row.site?.mn,
        row.n,
        row.mean,
        row.min,
        row.q1,
        row.median,
        row.q3,
        row.p95,
        row.max,
        row.before,
        row.year_before,
        row.neighbours?.score,
        row.difference,
        row.correlation,
      ]),
    ];
  }
}

function rateOf(now: number | null, then: number | null): number {
  return now === null || then === null || then === 0
    ? Number.NEGATIVE_INFINITY
    : (now - then) / Math.abs(then);
}

function Change({ now, then }: { now: number | null; then: number | null }) {
  const rate = rateOf(now, then) * 100;
  if (!Number.isFinite(rate)) return '–';
  return (
    <span className={`${styles.figures} ${rate > 0 ? styles.up : rate < 0 ? styles.down : ''}`}>
      {`${rate > 0 ? '+' : ''}${rate.toFixed(1)} %`}
    </span>
  );
}

/** The figures behind the mark: how many neighbours, their median and deviation, and how far out this one is. */
function Neighbours({ row, decimals }: { row: Ranked; decimals: number }) {
  const t = useT();
  const { neighbours } = row;
  if (!neighbours) return <Tooltip title={t('analysis.few_neighbours')}>{'–'}</Tooltip>;
  const { count, median, mad, score, outlier } = neighbours;
  const figures = t('analysis.neighbour_figures', {
    count,
    median: formatNumber(median, decimals),
    mad: formatNumber(mad, decimals),
    score: score === null ? '–' : formatNumber(score, 1),
  });
  return (
    <Tooltip title={figures}>
      {outlier ? (
        <Tag color="error">{t('analysis.outlier')}</Tag>
      ) : (
        <span className={styles.figures}>{score === null ? '–' : formatNumber(score, 1)}</span>
      )}
    </Tooltip>
  );
}
