import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Table, type TableColumnsType } from 'antd';
import {
  type HistoryBeside,
  type HistoryFactor,
  type HistoryRow,
  history,
  historyBeside,
} from '#shared/contract/readings/history.ts';
import { countsAt, type MeasuredType } from '#shared/contract/readings/readings.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import type { TargetJudge, WaterTarget } from '#shared/domain/water-target.ts';
import { useCall } from '#web/api/useCall.ts';
import type { Hover } from '#web/charts/hover.ts';
import { type T, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { stickyTable } from '#web/ui/DataTable.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { ListFoot, RefreshButton } from '#web/ui/ListPanel.tsx';
import { EmptyRows } from '#web/ui/ListStates.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { limitExceeded, sectionExceeded } from '#web/widgets/limits.ts';
import { coverageOf, ReadingValue } from '#web/widgets/ReadingValue.tsx';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import { lineCell } from '#web/widgets/why/line-cell.ts';
import { WhyDrawer, type WhyQuestion } from '#web/widgets/why/WhyDrawer.tsx';
import { boundText } from '#web/widgets/why/why-words.ts';
import type { Asked } from './asked.ts';
import { hoverRows } from './HoverRow.tsx';
import styles from './history.module.css';

/** Table with one row per period and site. */
export function HistoryTable({ asked, hover }: { asked: Asked; hover: Hover }) {
  const t = useT();
  const { query, selection } = asked;
  const { order, shown, page_index, page_size } = query;
  const why = useOpened<WhyQuestion>();
  const extremes = shown.includes('min') || shown.includes('max');
  const answer = useCall(
    history.table,
    { ...selection, order, extremes, page_index, page_size },
    { keepPrevious: true },
  );
  const columns = useHistoryColumns(asked, answer.data?.factors ?? [], why.open);
  const total = answer.data?.total ?? 0;
  // Position of the row's period in the chart.
  const drawnAt = (site_id: number, ts: string) => {
    const site_type = asked.sites.find((site) => site.site_id === site_id)?.site_type ?? 'air';
    return Date.parse(ts) + hourShift(query.data_type, site_type);
  };
  return (
    <section className={styles.panel} aria-label={t('history.table')}>
      <TableHead asked={asked} answer={answer} />
      <Answered answer={answer}>
        {({ data_info }) => (
          <Table<HistoryRow>
            className={styles.rows}
            size="small"
            rowKey={({ site_id, ts }) => `${site_id}-${ts}`}
            components={hoverRows}
            onRow={({ site_id, ts }) => ({ hover, at: drawnAt(site_id, ts) }) as object}
            columns={columns}
            dataSource={data_info}
            pagination={false}
            showSorterTooltip={false}
            sticky={stickyTable}
            scroll={{ x: 'max-content' }}
            loading={{ spinning: answer.isFetching, delay: 300 }}
            locale={{
              emptyText: <EmptyRows title={t('sitePage.no_rows')} hint={t('sitePage.no_rows_hint')} />,
            }}
            onChange={() => query.change({ order: order === 'desc' ? 'asc' : undefined })}
          />
        )}
      </Answered>
      <ListFoot total={total} page_index={page_index} page_size={page_size} onChange={query.change} />
      {why.show((question) => (
        <WhyDrawer question={question} onClosed={why.closed} />
      ))}
    </section>
  );
}

/** Columns: time, site if there are several, and one per factor. */
function useHistoryColumns(
  { query: { data_type, order, shown }, sites, sections }: Asked,
  factors: readonly HistoryFactor[],
  onWhy: (question: WhyQuestion) => void,
): TableColumnsType<HistoryRow> {
  const t = useT();
  const showPeriod = useShowPeriod(data_type);
  const siteOf = (site_id: number) => sites.find((site) => site.site_id === site_id);
  return [
    {
      key: 'ts',
      title: t('sitePage.time'),
      fixed: 'start',
      sorter: true,
      sortOrder: order === 'asc' ? 'ascend' : 'descend',
      sortDirections: ['ascend', 'descend', 'ascend'],
      render: (_value, { ts, site_id }) => showPeriod(ts, siteOf(site_id)?.site_type ?? 'air'),
    },
    ...(sites.length > 1
      ? [
          {
            key: 'site',
            title: t('history.site'),
            render: (_value: unknown, { site_id }: HistoryRow) => siteOf(site_id)?.site_name,
          },
        ]
      : []),
    ...factors.map((factor, place) =>
      factorColumn(t, factor, place, data_type, shown, {
        overOf: (row) => {
          const value = row.values[place] ?? null;
          if (value === null) return undefined;
          const section = sections.find(({ site_id }) => site_id === row.site_id);
          if (section) return offClass(t, section, sectionExceeded(section, factor, data_type, value));
          const limit = limitExceeded(factor, data_type, row.ts, value);
          return limit === null ? undefined : t('history.over_limit', { limit: `${limit} ${factor.unit}` });
        },
        onWhy:
          data_type === 'realtime' || data_type === 'minute'
            ? undefined
            : ({ site_id, ts }) =>
                onWhy({
                  ...{ about: 'value', site_id, component_id: factor.component_id, unrounded: true },
                  ...lineCell(data_type, ts),
                }),
      }),
    ),
  ];
}

interface TableHeadProps {
  asked: Asked;
  answer: { data?: { total: number } | undefined; isFetching: boolean; refetch(): unknown };
}

/** Refresh, additional columns and export of the table. */
function TableHead({ asked: { query, selection }, answer }: TableHeadProps) {
  const t = useT();
  const { data_type, order, shown } = query;
  return (
    <header className={styles.head}>
      <h2>{t('history.table')}</h2>
      <span className={styles.note} />
      <RefreshButton
        size="small"
        busy={answer.isFetching}
        onClick={() => {
          query.renew();
          void answer.refetch();
        }}
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        title={t('history.besides')}
        content={
          <Checkbox.Group
            className={styles.besides}
            value={[...shown]}
            options={historyBeside.options.map((beside) => ({
              value: beside,
              label: t(`history.beside_${beside}`),
            }))}
            onChange={(chosen) => query.change({ show: chosen.join(',') })}
          />
        }
      >
        <Button
          type="text"
          size="small"
          icon={<SettingOutlined />}
          title={t('history.besides')}
          aria-label={t('history.besides')}
        />
      </Popover>
      <ExportButton
        name="history"
        title={`${t('menu.historicaldata')} ${t(`sitePage.data_type_${data_type}`)}`}
        query={{ ...selection, order }}
        columns={['avg', ...shown]}
        isEmpty={answer.data?.total === 0}
        also={
          data_type === 'month'
            ? undefined
            : {
                name: 'historyImportForm',
                title: `${t('historyImport.export_title')} ${t(`sitePage.data_type_${data_type}`)}`,
                query: { ...selection, data_type },
                columns: ['form'],
                labels: { xlsx: t('historyImport.export_xlsx'), csv: t('historyImport.export_csv') },
              }
        }
      />
    </header>
  );
}

function offClass(t: T, { target }: WaterTarget, judge: TargetJudge | undefined): string | undefined {
  if (!judge) return undefined;
  const bound = `${boundText(judge)} ${judge.unit}`.trim();
  return t('history.off_class', { class: t.tx(`standards.class_${target}`), bound });
}

interface CellFacts {
  /** Sentence naming the exceeded limit. */
  overOf(row: HistoryRow): string | undefined;
  /** Set for aggregated values. */
  onWhy: ((row: HistoryRow) => void) | undefined;
}

/** Columns of a factor: value and selected details, under one heading. */
function factorColumn(
  t: T,
  factor: HistoryFactor,
  place: number,
  data_type: MeasuredType,
  shown: readonly HistoryBeside[],
  { overOf, onWhy }: CellFacts,
): TableColumnsType<HistoryRow>[number] {
  const title = (
    <>
      <FactorName factor={factor} />
      <small className={styles.unit}>{factor.unit}</small>
    </>
  );
  const value = {
    key: `${factor.component_id}`,
    align: 'end' as const,
    render: (_value: unknown, row: HistoryRow) => (
      <ReadingValue
        value={row.values[place] ?? null}
        decimals={factor.decimals}
        flag={shown.includes('flag') ? '' : (row.flags?.[place] ?? '')}
        counts={countsAt(row, place)}
        origin={row.origins[place]}
        coverage={shown.includes('rate') ? undefined : coverageOf(row, place, data_type)}
        over={overOf(row)}
        onWhy={onWhy && (() => onWhy(row))}
      />
    ),
  };
  if (shown.length === 0) return { ...value, title };
  return {
    key: factor.component_id,
    title,
    children: [
      { ...value, title: t('history.beside_avg') },
      ...shown.map((beside) => ({
        key: `${factor.component_id}-${beside}`,
        title: t(`history.beside_${beside}`),
        align: 'end' as const,
        render: (_value: unknown, row: HistoryRow) =>
          besideOf(row, place, beside, factor.decimals, data_type),
      })),
    ],
  };
}

function besideOf(
  row: HistoryRow,
  place: number,
  beside: HistoryBeside,
  decimals: number,
  data_type: MeasuredType,
): string {
  switch (beside) {
    case 'min':
    case 'max':
      return formatNumber(row[beside]?.[place], decimals) || '–';
    case 'flag':
      return row.flags?.[place] || (row.values[place] === null ? '–' : 'N');
    case 'rate': {
      const isSummed = data_type !== 'realtime' && data_type !== 'minute';
      // A value without parts counts as one of one.
      const own = isSummed && row.values[place] !== null ? 1 : 0;
      const expected = row.expected?.[place] ?? own;
      return expected > 0 ? `${formatNumber(((row.valid?.[place] ?? own) * 100) / expected, 1)}%` : '–';
    }
  }
}
