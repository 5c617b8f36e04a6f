import { Segmented, Table } from 'antd';
import {
  countsAt,
  type FactorColumn,
  type MeasuredRow,
  type MeasuredType,
  measuredType,
  readings,
} from '#shared/contract/readings/readings.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ColumnChooser } from '#web/ui/ColumnChooser.tsx';
import { stickyTable } from '#web/ui/DataTable.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { ListBar, ListFoot, ListPanel, RefreshButton } from '#web/ui/ListPanel.tsx';
import { EmptyRows } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { useColumns } from '#web/ui/useColumns.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { coverageOf, ReadingValue } from '#web/widgets/ReadingValue.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { useMeasuredQuery } from '#web/widgets/useMeasuredQuery.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import styles from './site-page.module.css';

const none: readonly FactorColumn[] = [];

/** Measured values of the site, newest first, one column per factor. */
export function MeasuredTab({ site }: { site: ShortSite }) {
  const t = useT();
  const language = useLanguage();
  const { data_type, from, to, span, page_index, page_size, renew, change } = useMeasuredQuery();
  const showPeriod = useShowPeriod(data_type);
  const query = { site_id: site.site_id, data_type, ...span };
  const answer = useCall(readings.ofSite, { ...query, page_index, page_size }, { keepPrevious: true });
  const total = answer.data?.total ?? 0;
  const factors = answer.data?.factors ?? none;
  const choice = useColumns<Record<string, unknown>>(
    'measured',
    factors.map(({ component_id }) => ({ key: String(component_id) })),
  );
  const placeOf = (key: string) => factors.findIndex(({ component_id }) => String(component_id) === key);
  return (
    <ListPanel>
      <ListBar
        tools={
          <>
            <RefreshButton
              busy={answer.isFetching}
              onClick={() => {
                renew();
                void answer.refetch();
              }}
            />
            <ColumnChooser
              choice={choice}
              labelOf={(key) => {
                const factor = factors[placeOf(key)];
                return factor
                  ? factorLabel(localName(factor, 'component_name', language), factor.formula)
                  : key;
              }}
            />
            <ExportButton
              name="measured"
              title={`${site.site_name} ${t(`sitePage.data_type_${data_type}`)}`}
              query={query}
              columns={choice.shown.map(({ key }) => key)}
              isEmpty={answer.data?.total === 0}
            />
          </>
        }
        note={data_type === 'hour' && t(`sitePage.custom_${periodCustom(site.site_type)}`)}
      >
        <Segmented<MeasuredType>
          aria-label={t('sitePage.data_type')}
          value={data_type}
          options={measuredType.options.map((type) => ({
            value: type,
            label: t(`sitePage.data_type_${type}`),
          }))}
          onChange={(type) => change({ data_type: type, from: undefined, to: undefined })}
        />
        <TimeRange
          days={data_type === 'day' || data_type === 'month'}
          label={t('sitePage.range')}
          from={from}
          to={to}
          onChange={(start, end) => change({ from: start, to: end })}
        />
      </ListBar>
      <Answered answer={answer}>
        {({ data_info }) => (
          <Table<MeasuredRow>
            size="small"
            rowKey="ts"
            pagination={false}
            sticky={stickyTable}
            scroll={{ x: 'max-content' }}
            loading={{ spinning: answer.isFetching, delay: 300 }}
            dataSource={data_info}
            columns={[
              {
                key: 'ts',
                title: t('sitePage.time'),
                fixed: 'start',
                render: (_value, { ts }) => showPeriod(ts, site.site_type),
              },
              ...choice.shown.flatMap(({ key }) => {
                const place = placeOf(key);
                const factor = factors[place];
                return factor ? [factorColumn(factor, place, data_type)] : [];
              }),
            ]}
            locale={{
              emptyText: <EmptyRows title={t('sitePage.no_rows')} hint={t('sitePage.no_rows_hint')} />,
            }}
          />
        )}
      </Answered>
      <ListFoot total={total} page_index={page_index} page_size={page_size} onChange={change} />
    </ListPanel>
  );
}

function factorColumn(factor: FactorColumn, place: number, data_type: MeasuredType) {
  return {
    key: factor.component_id,
    align: 'end' as const,
    title: (
      <>
        <FactorName factor={factor} />
        <span className={styles.unit}>{factor.unit}</span>
      </>
    ),
    render: (_value: unknown, row: MeasuredRow) => (
      <ReadingValue
        value={row.values[place] ?? null}
        decimals={factor.decimals}
        flag={row.flags?.[place] ?? ''}
        counts={countsAt(row, place)}
        origin={row.origins[place]}
        coverage={coverageOf(row, place, data_type)}
      />
    ),
  };
}
