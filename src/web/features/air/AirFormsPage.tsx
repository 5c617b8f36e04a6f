import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { air } from '#shared/contract/air/air.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { bucketEnd, bucketOf } from '#shared/domain/buckets.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useSummed } from '#web/live/useSummed.ts';
import { ListFoot, ListPanel } from '#web/ui/ListPanel.tsx';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AqiLegend } from '#web/widgets/Aqi.tsx';
import { editionText } from '#web/widgets/air-words.ts';
import { useSites } from '#web/widgets/useSites.ts';
import type { AirCell } from '#web/widgets/why/AirExplanation.tsx';
import { WhyDrawer } from '#web/widgets/why/WhyDrawer.tsx';
import { AirBar } from './AirBar.tsx';
import { AirCalendar } from './AirCalendar.tsx';
import { AirFormTable } from './AirFormTable.tsx';
import styles from './air.module.css';
import { periodSpan } from './period-span.ts';
import { useAirQuery } from './useAirQuery.ts';

/** Hourly or daily reports of HJ 633, by the edition in force on each date. */
export function AirFormsPage() {
  const t = useT();
  const asked = useAirQuery();
  const { period, from, to, month, isCalendar, order, page_index, page_size, renew, change } = asked;
  const why = useOpened<AirCell>();
  const { sites, answer: known } = useSites();
  const first = sites.find(({ site_type, virtual_data }) => site_type !== 'water' && !virtual_data)?.site_id;
  // Default: the first air site.
  const site_ids = asked.site_ids.length > 0 || first === undefined ? asked.site_ids : [first];
  const onlySite = site_ids.length === 1 && period === 'day' ? site_ids[0] : undefined;
  const showsCalendar = isCalendar && onlySite !== undefined;
  const span = showsCalendar ? periodSpan('month', month) : { from, to };
  const query = { site_ids, period, ...span };
  // A calendar shows its whole month.
  const ordered = { newest_first: order === 'desc', worst_first: order === 'worst' };
  const page = showsCalendar ? {} : { page_index, page_size, ...ordered };
  const answer = useCall(
    air.index,
    { ...query, ...page },
    // Days would look like hours.
    { enabled: site_ids.length > 0, keepPrevious: ['period'] },
  );
  useSummed({ site_ids, level: 'day', spans: [wholeDays(span)] }, () =>
    answer.data ? answer.refetch() : undefined,
  );
  const total = answer.data?.total ?? 0;
  const rows = answer.data?.data_info ?? [];
  const editions = editionsOf(answer.data);
  const error = answer.error ?? known.error;
  return (
    <Page hint={t('air.forms_hint')}>
      <ListPanel>
        <AirBar
          site_ids={site_ids}
          onSites={(chosen) => change({ site_ids: chosen })}
          busy={answer.isFetching}
          onRefresh={() => {
            renew();
            void answer.refetch();
          }}
          exported={{
            name: 'airIndex',
            title: `${t('air.forms_title')} ${t(`air.period_${period}`)}`,
            query,
            isEmpty: answer.data?.total === 0,
          }}
        >
          <FormTools query={asked} showsCalendar={showsCalendar} canShowCalendar={onlySite !== undefined} />
        </AirBar>
        <div className={styles.basis}>
          {total > 0 && <strong>{editionText(t, editions)}</strong>}
          {period === 'hour' && <span>{t('air.hours_by_end')}</span>}
          <span>{t('air.marks')}</span>
          <AqiLegend />
        </div>
        {error && !answer.data ? (
          <ListError error={error} onRetry={() => void (answer.error ? answer : known).refetch()} />
        ) : known.data && site_ids.length === 0 ? (
          <EmptyState title={t('air.no_sites')} hint={t('air.no_sites_hint')} />
        ) : !answer.data ? (
          <ListSkeleton />
        ) : showsCalendar ? (
          <AirCalendar site_id={onlySite} month={month} rows={rows} onWhy={why.open} />
        ) : (
          <AirFormTable
            period={period}
            editions={editions}
            sites={answer.data.sites}
            rows={rows}
            order={order}
            loading={answer.isFetching}
            onWhy={why.open}
            onOrder={(chosen) => change({ order: chosen === 'asc' ? undefined : chosen })}
          />
        )}
        {!showsCalendar && (
          <ListFoot total={total} page_index={page_index} page_size={page_size} onChange={change} />
        )}
      </ListPanel>
      {why.show((cell) => (
        <WhyDrawer question={{ about: 'index', period, ...cell }} onClosed={why.closed} />
      ))}
    </Page>
  );
}

interface FormToolsProps {
  query: ReturnType<typeof useAirQuery>;
  canShowCalendar: boolean;
  showsCalendar: boolean;
}

/** Period, time range and view. */
function FormTools({ query, canShowCalendar, showsCalendar }: FormToolsProps) {
  const t = useT();
  const { period, from, to, month, change } = query;
  return (
    <>
      <Segmented<ReportPeriod>
        aria-label={t('air.period')}
        value={period}
        options={(['hour', 'day'] as const).map((value) => ({ value, label: t(`air.period_${value}`) }))}
        onChange={(value) => change({ period: value, ...(query.isChosen && wholeDays({ from, to })) })}
      />
      {canShowCalendar && (
        <Segmented
          aria-label={t('air.view')}
          value={showsCalendar ? 'calendar' : 'table'}
          options={(['table', 'calendar'] as const).map((value) => ({
            value,
            label: t(`air.view_${value}`),
          }))}
          onChange={(view) => change({ view: view === 'calendar' ? view : undefined })}
        />
      )}
      {showsCalendar ? (
        <DatePicker
          picker="month"
          allowClear={false}
          aria-label={t('air.month')}
          value={dayjs(month)}
          onChange={(chosen) => change({ month: chosen?.format('YYYY-MM') })}
        />
      ) : (
        <TimeRange
          label={t('air.range')}
          from={from}
          to={to}
          days={period === 'day'}
          onChange={(start, end) => change({ from: start, to: end })}
        />
      )}
    </>
  );
}

/** Extended to whole days: hours change together with their day, and a time that was chosen stays as days or hours. */
function wholeDays({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const last = bucketOf('day', new Date(Date.parse(to) - 1));
  return { from: bucketOf('day', new Date(from)).toISOString(), to: bucketEnd('day', last).toISOString() };
}

/** Default: the newest edition. */
function editionsOf(answer: AnswerOf<typeof air.index> | undefined): readonly AqiEdition[] {
  return answer && answer.editions.length > 0 ? answer.editions : ['2026'];
}
