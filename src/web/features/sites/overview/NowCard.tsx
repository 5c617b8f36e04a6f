import { type ReactNode, useCallback } from 'react';
import { air as airCalls } from '#shared/contract/air/air.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { ComparedDay, home } from '#shared/contract/home/home.ts';
import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import type { AirReport } from '#shared/domain/air-report.ts';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import type { WaterSection } from '#shared/domain/water-section.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { MomentWhy } from '#web/network/MomentWhy.tsx';
import type { Moment } from '#web/network/moment-items.ts';
import type { Network, Station } from '#web/network/network.ts';
import { classNumerals, livePicture } from '#web/network/picture.ts';
import { ranked } from '#web/network/ranking.ts';
import { useNetworkValue } from '#web/network/useNetworkValue.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { primaryText } from '#web/widgets/air-words.ts';
import { GradeMark } from '#web/widgets/GradeMark.tsx';
import { gradeInk, gradePaint } from '#web/widgets/grade-paint.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import { WhyButton } from '#web/widgets/why/WhyButton.tsx';
import { WhyDrawer, type WhyQuestion } from '#web/widgets/why/WhyDrawer.tsx';
import { Card } from './card.tsx';
import styles from './overview.module.css';

type Hour = AnswerOf<typeof home.station>['hour'];

interface NowCardProps {
  network: Network;
  station: Station;
  values: readonly LatestValue[];
  air: AirReport | undefined;
  water: WaterSection | undefined;
  hour: Hour;
  days: readonly ComparedDay[];
}

/** The current index or class in large, with those of the hour, yesterday and last year. */
export function NowCard({ network, station, values, air, water, hour, days }: NowCardProps) {
  const t = useT();
  const language = useLanguage();
  const { medium } = station;
  const opened = useOpened<Moment>();
  const grade = (medium === 'air' ? air?.band?.level : water?.class) ?? null;
  const figure =
    medium === 'air' ? (air?.aqi ?? '–') : grade === null ? '–' : (classNumerals[grade - 1] ?? '–');
  const moment: Moment | undefined =
    values.length > 0 ? { about: 'moment', station, values, air, water } : undefined;
  const newest = values
    .map(({ ts }) => ts)
    .toSorted()
    .at(-1);
  return (
    <Card title={t('siteOverview.now')} note={t(medium === 'air' ? 'home.basis_live' : 'home.basis_water')}>
      <div className={styles.now}>
        <div
          className={styles.figure}
          data-empty={grade === null}
          style={grade === null ? {} : { background: gradePaint(medium, grade), color: gradeInk(grade) }}
        >
          {moment ? <WhyButton onClick={() => opened.open(moment)}>{figure}</WhyButton> : figure}
        </div>
        <div className={styles.said}>
          <strong>{gradeWord(t, medium, grade)}</strong>
          {grade === null ? (
            <span>{t('siteOverview.no_index_hint')}</span>
          ) : medium === 'air' ? (
            <span>
              {t('siteOverview.primary')} <b>{primaryText(t, air?.primary ?? [])}</b>
            </span>
          ) : (
            <span>
              {t('siteOverview.main')} <b>{mainText(t, water?.main.map(({ item }) => item) ?? [])}</b>
            </span>
          )}
          {newest && <small>{t('siteOverview.measured_at', { time: showTime(newest, language) })}</small>}
        </div>
      </div>
      <dl className={styles.beside}>
        {medium === 'air' && hour && <HourRow site_id={station.site.site_id} hour={hour} />}
        {days.map((day) => (
          <DayRow key={day.of} station={station} day={day} />
        ))}
        {medium === 'air' ? (
          <RankRow network={network} station={station} />
        ) : (
          <TargetRow site_id={station.site.site_id} grade={grade} />
        )}
      </dl>
      {opened.show((question) => (
        <MomentWhy network={network} moment={question} onClosed={opened.closed} />
      ))}
    </Card>
  );
}

type T = ReturnType<typeof useT>;

export function gradeWord(t: T, medium: Medium, grade: Grade | null): string {
  if (grade === null) return t(medium === 'air' ? 'siteOverview.no_index' : 'siteOverview.no_class');
  return medium === 'air'
    ? t(`standards.band_${aqiBands[grade - 1]?.key ?? 'severe'}`)
    : t.tx(`standards.class_${grade}`);
}

const mainText = (t: T, items: readonly string[]) =>
  items.length === 0
    ? t('siteOverview.none')
    : items.map((item) => t.tx(`standards.item_${item}`)).join(t('air.joiner'));

function Row({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Published AQI of the newest complete hour. */
function HourRow({ site_id, hour }: { site_id: number; hour: NonNullable<Hour> }) {
  const t = useT();
  const showPeriod = useShowPeriod('hour');
  const time = showPeriod(hour.ts, 'air').slice(-'00:00'.length);
  return (
    <Row name={t('siteOverview.hour', { time })} title={t(`standards.aqi_${hour.edition}`)}>
      <Asked question={{ about: 'index', period: 'hour', site_id, ts: hour.ts, figure: null }}>
        <Judged medium="air" grade={hour.level as Grade | null} figure={hour.aqi} />
      </Asked>
    </Row>
  );
}

function DayRow({ station: { site, medium }, day }: { station: Station; day: ComparedDay }) {
  const t = useT();
  const showDay = useShowPeriod('day');
  const date = showDay(day.ts, site.site_type);
  const judged = (
    <Judged
      medium={medium}
      grade={day.grade as Grade | null}
      figure={medium === 'air' ? day.aqi : day.grade && (classNumerals[day.grade - 1] ?? null)}
    />
  );
  const more = medium === 'air' ? primaryText(t, day.primary) : mainText(t, day.main);
  return (
    <Row name={t(`siteOverview.${day.of}`)} title={`${date} ${more}`}>
      {medium === 'air' && day.aqi !== null ? (
        <Asked question={{ about: 'index', period: 'day', site_id: site.site_id, ts: day.ts, figure: null }}>
          {judged}
        </Asked>
      ) : (
        judged
      )}
    </Row>
  );
}

/** Rank among the stations of its city with a current AQI. */
function RankRow({ network, station }: { network: Network; station: Station }) {
  const t = useT();
  const rank = useNetworkValue(
    network,
    useCallback(() => {
      const rows = ranked(network.stations, 'air', livePicture(network, 'overall'), 'best');
      const own = rows.find((row) => row.station === station);
      const better = rows.filter(({ shown }) => (shown.value ?? 0) < (own?.shown.value ?? 0)).length;
      return own && rows.length > 1 ? `${better + 1} ${rows.length}` : '';
    }, [network, station]),
  );
  const [place, count] = rank.split(' ');
  if (!count) return null;
  return (
    <Row name={t('siteOverview.rank')} title={t('siteOverview.rank_hint')}>
      {t('siteOverview.rank_of', { place, count })}
    </Row>
  );
}

/** Whether the water meets its target class. */
function TargetRow({ site_id, grade }: { site_id: number; grade: Grade | null }) {
  const t = useT();
  const mayDetails = useMay(sites.list.needs);
  const answer = useCall(sites.list, { site_id }, { enabled: mayDetails });
  const target = answer.data?.data_info[0]?.water_pollution_level ?? null;
  if (target === null) return null;
  return (
    <Row name={t('siteOverview.target')}>
      {t.tx(`standards.class_${target}`)}{' '}
      {grade !== null && (
        <Status tone={grade <= target ? 'good' : 'bad'}>
          {t(grade <= target ? 'siteOverview.target_met' : 'siteOverview.target_missed')}
        </Status>
      )}
    </Row>
  );
}

interface JudgedProps {
  medium: Medium;
  grade: Grade | null;
  figure: number | string | null;
}

function Judged({ medium, grade, figure }: JudgedProps) {
  const t = useT();
  if (grade === null || figure === null) return <span className={styles.soft}>{'–'}</span>;
  return (
    <>
      <GradeMark medium={medium} grade={grade}>
        {figure}
      </GradeMark>{' '}
      {medium === 'air' ? gradeWord(t, medium, grade) : ''}
    </>
  );
}

/** Opens the explanation on a click, if permitted. */
function Asked({ question, children }: { question: WhyQuestion; children: ReactNode }) {
  const mayAsk = useMay(airCalls.why.needs);
  const opened = useOpened<WhyQuestion>();
  if (!mayAsk) return children;
  return (
    <>
      <WhyButton onClick={() => opened.open(question)}>{children}</WhyButton>
      {opened.show((asked) => (
        <WhyDrawer question={asked} onClosed={opened.closed} />
      ))}
    </>
  );
}
