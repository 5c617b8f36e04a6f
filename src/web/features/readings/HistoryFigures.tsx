import { Table, type TableColumnType } from 'antd';
import { type FactorFigures, type HistoryFactor, history } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { roundHalfEven } from '#shared/domain/rounding.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import type { Asked } from './asked.ts';
import styles from './history.module.css';

interface Row extends FactorFigures {
  factor: HistoryFactor;
  site_name: string;
}

/** Capped: a station may send more values than its configured interval implies. */
function shareText(valid: number, of: number): string {
  return of > 0 ? `${roundHalfEven(Math.min(100, (valid * 100) / of), 1).toFixed(1)}%` : '–';
}

/** Statistics per factor and site. */
export function HistoryFigures({ asked }: { asked: Asked }) {
  const t = useT();
  const { sites, factors, selection } = asked;
  const answer = useCall(history.figures, selection, { keepPrevious: true });
  const rows = (answer.data?.data_info ?? []).flatMap((figures): Row[] => {
    const factor = factors.find(({ component_id }) => component_id === figures.component_id);
    const site = sites.find(({ site_id }) => site_id === figures.site_id);
    return factor && site ? [{ ...figures, factor, site_name: site.site_name }] : [];
  });
  const figure = (key: 'mean' | 'min' | 'max' | 'p95'): TableColumnType<Row> => ({
    key,
    title: t(`history.${key}`),
    align: 'end',
    render: (_value, row) => formatNumber(row[key], row.factor.decimals) || '–',
  });
  const columns: TableColumnType<Row>[] = [
    ...(sites.length > 1 ? [{ key: 'site', title: t('history.site'), dataIndex: 'site_name' }] : []),
    {
      key: 'factor',
      title: t('sitePage.factor'),
      render: (_value, { factor }) => (
        <>
          <FactorName factor={factor} /> <small className={styles.unit}>{factor.unit}</small>
        </>
      ),
    },
    { key: 'count', title: t('history.count'), align: 'end', dataIndex: 'count' },
    {
      key: 'rate',
      title: <span title={t('history.rate_hint')}>{t('history.rate')}</span>,
      align: 'end',
      render: (_value, { valid, expected }) => shareText(valid, expected),
    },
    figure('mean'),
    figure('min'),
    figure('max'),
    figure('p95'),
  ];
  return (
    <section className={styles.panel} aria-label={t('history.figures')}>
      <header className={styles.head}>
        <h2>{t('history.figures')}</h2>
        <span className={styles.note}>{t('history.figures_hint')}</span>
      </header>
      <Answered answer={answer}>
        {() => (
          <Table<Row>
            size="small"
            rowKey={({ site_id, component_id }) => `${site_id}-${component_id}`}
            columns={columns}
            dataSource={rows}
            pagination={false}
            scroll={{ x: 'max-content' }}
            onRow={reachableRows}
            loading={{ spinning: answer.isFetching, delay: 300 }}
            locale={{ emptyText: t('sitePage.no_rows') }}
          />
        )}
      </Answered>
    </section>
  );
}
