import { QuestionCircleOutlined } from '@ant-design/icons';
import { type TableColumnsType, Tag, Tooltip } from 'antd';
import { Link } from 'react-router';
import { type ComparedSite, NEIGHBOUR_KM, OUTLIER_SCORE } from '#shared/contract/analysis/comparison.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { useT } from '#web/i18n.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import styles from './analysis.module.css';

export interface Ranked extends ComparedSite {
  rank: number | null;
  site: ShortSite | undefined;
}

export function useRankingColumns(factor: HistoryFactor, hasReference: boolean): TableColumnsType<Ranked> {
  const t = useT();
  const figure = (value: number | null) => (value === null ? '–' : formatNumber(value, factor.decimals));
  const change = (now: number | null, then: number | null) => <Change now={now} then={then} />;
  return [
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
      title: (
        <Tooltip title={t('analysis.neighbours_hint', { km: NEIGHBOUR_KM, score: OUTLIER_SCORE })}>
          <span>
            {t('analysis.neighbours')} <QuestionCircleOutlined aria-hidden />
          </span>
        </Tooltip>
      ),
      key: 'neighbours',
      align: 'right',
      render: (_, row) => <Neighbours row={row} decimals={factor.decimals} />,
    },
    {
      title: t('history.rate'),
      key: 'rate',
      align: 'right',
      render: (_, { n, expected }) => `${formatNumber((n / Math.max(1, expected)) * 100, 1)}%`,
    },
  ];
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
      {`${rate > 0 ? '+' : ''}${rate.toFixed(1)}%`}
    </span>
  );
}

/** Tooltip of the outlier mark: count, median and MAD of the neighbours, and the score of this site. */
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
        <Tag color="error">
          {t('analysis.outlier')} {score === null ? '' : formatNumber(score, 1)}
        </Tag>
      ) : (
        <span className={styles.figures}>{score === null ? '–' : formatNumber(score, 1)}</span>
      )}
    </Tooltip>
  );
}
