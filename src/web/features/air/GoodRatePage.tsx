import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { air } from '#shared/contract/air/air.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { yearBefore } from '#shared/domain/time.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useSummed } from '#web/live/useSummed.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ListPanel } from '#web/ui/ListPanel.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AqiLegend } from '#web/widgets/Aqi.tsx';
import { periodText } from '#web/widgets/air-words.ts';
import { WhyDrawer } from '#web/widgets/why/WhyDrawer.tsx';
import { AirBar } from './AirBar.tsx';
import styles from './air.module.css';
import { GoodRateTable } from './GoodRateTable.tsx';
import { type PeriodKind, periodKinds } from './period-span.ts';
import { useGoodRateQuery } from './useGoodRateQuery.ts';

const textYearBefore = (at: string) => yearBefore(new Date(at)).toISOString();
const startOfToday = () => bucketOf('day', new Date()).getTime();

/** Good-air days of a period by site, compared with the year before. */
export function GoodRatePage() {
  const t = useT();
  const language = useLanguage();
  const { site_ids, kind, at, from, to, sort, change } = useGoodRateQuery();
  const why = useOpened<number>();
  const query = { from, to, ...(site_ids.length > 0 && { site_ids }) };
  const answer = useCall(air.goodRate, query, { keepPrevious: true });
  // Excludes today, which is incomplete.
  const judged = { from, to: new Date(Math.min(Date.parse(to), startOfToday())).toISOString() };
  const before = { from: textYearBefore(judged.from), to: textYearBefore(judged.to) };
  useSummed({ site_ids: query.site_ids, level: 'day', spans: [judged, before] }, () =>
    answer.data ? answer.refetch() : undefined,
  );
  const span = {
    from: periodText(language, 'day', from),
    to: periodText(language, 'day', new Date(Date.parse(judged.to) - 1).toISOString()),
  };
  return (
    <Page hint={t('air.good_hint')}>
      <ListPanel>
        <AirBar
          site_ids={site_ids}
          onSites={(chosen) => change({ site_ids: chosen })}
          busy={answer.isFetching}
          onRefresh={() => void answer.refetch()}
          exported={{
            name: 'goodRate',
            title: t('air.good_title'),
            query,
            isEmpty: answer.data?.total === 0,
          }}
        >
          <Segmented<PeriodKind>
            aria-label={t('air.kind')}
            value={kind}
            options={periodKinds.map((value) => ({ value, label: t(`air.kind_${value}`) }))}
            onChange={(value) => change({ kind: value, from: undefined, to: undefined })}
          />
          {kind === 'range' ? (
            <TimeRange
              label={t('air.range')}
              from={from}
              to={to}
              onChange={(start, end) => change({ from: start, to: end })}
            />
          ) : (
            <DatePicker
              picker={kind}
              allowClear={false}
              aria-label={t(`air.kind_${kind}`)}
              value={dayjs(at)}
              onChange={(day) => change({ at: day?.format('YYYY-MM-DD') })}
            />
          )}
        </AirBar>
        <div className={styles.basis}>
          <strong>{t('air.good_span', span)}</strong>
          <span>{t('air.good_note')}</span>
          <span>{t('air.rank_note')}</span>
          {answer.data?.now_editions && (
            <span>
              {t('air.by_now_note', {
                editions: answer.data.now_editions
                  .map((edition) => t(`standards.aqi_${edition}`))
                  .join(t('air.joiner')),
              })}
            </span>
          )}
          <AqiLegend />
        </div>
        <Answered answer={answer}>
          {({ data_info, now_editions }) => (
            <GoodRateTable
              rows={data_info}
              byNow={now_editions !== null}
              sort={sort}
              onSort={(order) => change({ sort: order })}
              loading={answer.isFetching}
              onWhy={why.open}
              formOf={(site_id) =>
                `/dataanalysis/airindexforms?${new URLSearchParams({ site_ids: String(site_id), from, to })}`
              }
            />
          )}
        </Answered>
      </ListPanel>
      {why.show((site_id) => (
        <WhyDrawer question={{ about: 'comprehensive', site_id, from, to }} onClosed={why.closed} />
      ))}
    </Page>
  );
}
