import { Empty, Pagination, Segmented, Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type DataType,
  dataType,
  type FactorColumn,
  type MeasuredRow,
  readings,
} from '#shared/contract/readings.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { FactorName } from '#web/ui/FactorName.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { ReadingValue } from '#web/ui/ReadingValue.tsx';
import type { ShortSite } from '#web/ui/site-tree.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import styles from './site-page.module.css';
import { useShowPeriod } from './useShowPeriod.ts';

const dayMs = 86_400_000;
/** How far back one looks without saying. */
const usualMs: Record<DataType, number> = {
  realtime: dayMs,
  minute: dayMs,
  hour: 7 * dayMs,
  day: 30 * dayMs,
};
const pageSizes = [20, 50, 100, 200];

/** What the site measured, newest first, a column per factor. */
export function MeasuredTab({ site }: { site: ShortSite }) {
  const t = useT();
  const { data_type, from, to, page_index, page_size, change } = useMeasuredQuery();
  const showPeriod = useShowPeriod(site.site_type, data_type);
  const answer = useCall(
    readings.ofSite,
    { site_id: site.site_id, data_type, from, to, page_index, page_size },
    { keepPrevious: true },
  );
  const total = answer.data?.total ?? 0;
  return (
    <section className={styles.list}>
      <div className={styles.bar}>
        <Segmented<DataType>
          aria-label={t('sitePage.data_type')}
          value={data_type}
          options={dataType.options.map((type) => ({ value: type, label: t(`sitePage.data_type_${type}`) }))}
          onChange={(type) => change({ data_type: type, from: undefined, to: undefined })}
        />
        <TimeRange
          label={t('sitePage.range')}
          from={from}
          to={to}
          onChange={(start, end) => change({ from: start, to: end })}
        />
        {data_type === 'hour' && (
          <span className={styles.custom}>{t(`sitePage.custom_${periodCustom(site.site_type)}`)}</span>
        )}
      </div>
      {answer.error && !answer.data ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <ListSkeleton />
      ) : (
        <Table<MeasuredRow>
          size="small"
          rowKey="ts"
          pagination={false}
          scroll={{ x: 'max-content' }}
          loading={{ spinning: answer.isFetching, delay: 300 }}
          dataSource={answer.data.data_info}
          columns={[
            {
              key: 'ts',
              title: t('sitePage.time'),
              fixed: 'start',
              render: (_value, { ts }) => showPeriod(ts),
            },
            ...answer.data.factors.map(factorColumn),
          ]}
          locale={{ emptyText: <NoRows /> }}
        />
      )}
      {total > 0 && (
        <footer className={styles.foot}>
          <span>{t('common.total', { count: total })}</span>
          <Pagination
            size="small"
            current={page_index}
            pageSize={page_size}
            total={total}
            pageSizeOptions={pageSizes}
            showSizeChanger={{ 'aria-label': t('common.per_page') }}
            onChange={(page, size) => change({ page_index: page, page_size: size })}
          />
        </footer>
      )}
    </section>
  );
}

function factorColumn(factor: FactorColumn, i: number) {
  return {
    key: factor.component_id,
    align: 'end' as const,
    title: (
      <>
        <FactorName factor={factor} />
        <span className={styles.unit}>{factor.unit}</span>
      </>
    ),
    render: (_value: unknown, { values, flags, origins, counts }: MeasuredRow) => (
      <ReadingValue
        value={values[i] ?? null}
        decimals={factor.decimals}
        flag={flags[i] ?? ''}
        counts={counts[i] ?? false}
        origin={origins[i]}
      />
    ),
  };
}

function NoRows() {
  const t = useT();
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={`${t('sitePage.no_rows')} ${t('sitePage.no_rows_hint')}`}
    />
  );
}

type Change = Partial<
  Record<'data_type' | 'from' | 'to' | 'page_index' | 'page_size', string | number | undefined>
>;

/** The question as the address holds it; what it leaves out is the usual time up to when the tab was opened. */
function useMeasuredQuery() {
  const [params, setParams] = useSearchParams();
  // A little ahead: the newest value must not fall out because a clock differs.
  const [opened] = useState(() => Date.now() + 600_000);
  const data_type = dataType.safeParse(params.get('data_type')).data ?? 'hour';
  const to = params.get('to') ?? new Date(opened).toISOString();
  const from = params.get('from') ?? new Date(Date.parse(to) - usualMs[data_type]).toISOString();
  const figure = (key: string, otherwise: number) => Number(params.get(key)) || otherwise;
  return {
    data_type,
    from,
    to,
    page_index: figure('page_index', 1),
    page_size: figure('page_size', 50),
    change: (patch: Change) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [key, value] of Object.entries({ page_index: undefined, ...patch })) {
            if (value === undefined) next.delete(key);
            else next.set(key, String(value));
          }
          return next;
        },
        { replace: true },
      ),
  };
}
