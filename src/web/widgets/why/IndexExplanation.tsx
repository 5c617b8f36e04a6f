import { Table, type TableColumnType } from 'antd';
import { Link } from 'react-router';
import { air, type IndexItem } from '#shared/contract/air/air.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { periodText, printed } from '#web/widgets/air-words.ts';
import { WhySheet } from './WhySheet.tsx';
import styles from './why.module.css';

/** Half-open, as in the good-air rate query. */
export interface IndexPeriod {
  site_id: number;
  from: string;
  to: string;
}

/** The comprehensive index, by pollutant. */
export function IndexExplanation({ period: { site_id, from, to } }: { period: IndexPeriod }) {
  const t = useT();
  const language = useLanguage();
  const answer = useCall(air.goodRateWhy, { site_id, from, to });
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton />;
  const { site, index, edition, items } = answer.data;
  const last = new Date(Date.parse(to) - 1).toISOString();
  const days = `${periodText(language, 'day', from)} – ${periodText(language, 'day', last)}`;
  const columns: TableColumnType<IndexItem>[] = [
    { key: 'item', title: t('why.item'), render: (_value, { pollutant }) => printed(pollutant) },
    {
      key: 'figure',
      title: t('why.figure'),
      render: (_value, { percentile }) =>
        percentile === null ? t('why.mean_of_days') : t('why.percentile_of_days', { percentile }),
    },
    { key: 'days', title: t('why.valid_days'), align: 'end', dataIndex: 'valid_days' },
    {
      key: 'concentration',
      title: t('why.value'),
      align: 'end',
      render: (_value, { pollutant, concentration }) => {
        const { decimals, unit } = pollutantFacts[pollutant];
        return concentration === null ? 'NA' : `${concentration.toFixed(decimals)} ${unit}`;
      },
    },
    { key: 'limit', title: t('why.limit'), align: 'end', dataIndex: 'limit' },
    {
      key: 'single',
      title: t('why.single'),
      align: 'end',
      render: (_value, { single }) => single?.toFixed(3) ?? 'NA',
    },
  ];
  return (
    <WhySheet
      site={site}
      subject={days}
      basis={t('why.basis', { edition: t(`standards.limits_${edition}`) })}
    >
      <p className={styles.sum}>
        <strong>{index?.toFixed(2) ?? 'NA'}</strong>
        {t(index === null ? 'why.index_incomplete' : 'why.index_sum')}
      </p>
      <Table<IndexItem>
        size="small"
        rowKey="pollutant"
        pagination={false}
        scroll={{ x: 'max-content' }}
        onRow={reachableRows}
        dataSource={items}
        columns={columns}
      />
      <Link
        to={`/dataanalysis/airindexforms?${new URLSearchParams({ site_ids: String(site_id), from, to })}`}
      >
        {t('why.to_days')}
      </Link>
    </WhySheet>
  );
}
