import { useCallback } from 'react';
import { air } from '#shared/contract/air/air.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { home } from '#shared/contract/home/home.ts';
import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import type { AirReport } from '#shared/domain/air-report.ts';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import { formatTime } from '#shared/domain/time.ts';
import type { WaterSection } from '#shared/domain/water-section.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { MomentWhy } from '#web/network/MomentWhy.tsx';
import type { Moment } from '#web/network/moment-items.ts';
import { type Station, tells } from '#web/network/network.ts';
import { type Colouring, classNumerals } from '#web/network/picture.ts';
import { useNetworkValue } from '#web/network/useNetworkValue.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { GradeMark } from '#web/widgets/GradeMark.tsx';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import { WhyButton } from '#web/widgets/why/WhyButton.tsx';
import { WhyDrawer, type WhyQuestion } from '#web/widgets/why/WhyDrawer.tsx';
import { useHome } from './home-context.ts';
import styles from './station-card.module.css';

type Hour = NonNullable<AnswerOf<typeof home.station>['hour']>;

interface StandingNowProps {
  station: Station;
  hour: Hour | null;
  /** All latest values; empty while loading. */
  values: readonly LatestValue[];
}

/** Current index or class, report of the newest hour, and the replayed hour. */
export function StandingNow({ station, hour, values }: StandingNowProps) {
  const { network } = useHome();
  const { medium, site } = station;
  const airNow = useNetworkValue(
    network,
    useCallback(() => (tells(station) ? station.air : undefined), [station]),
  );
  const waterNow = useNetworkValue(
    network,
    useCallback(() => (tells(station) ? station.water : undefined), [station]),
  );
  const moment: Moment | undefined =
    values.length > 0 ? { about: 'moment', station, values, air: airNow, water: waterNow } : undefined;
  return (
    <div className={styles.standing}>
      {medium === 'air' ? (
        <AirNow report={airNow} why={airNow && moment} />
      ) : (
        <WaterNow section={waterNow} why={waterNow && moment} />
      )}
      {hour && <AirHour site_id={site.site_id} hour={hour} />}
      <PlayedHour station={station} />
    </div>
  );
}

function AirNow({ report, why }: { report: AirReport | undefined; why: Moment | undefined }) {
  const t = useT();
  const { aqi = null, band, primary = [] } = report ?? {};
  return (
    <Standing
      name={t('home.now_air')}
      medium="air"
      grade={band?.level ?? null}
      figure={aqi === null ? 'NA' : String(aqi)}
      more={primary.length > 0 ? t('home.primary', { names: namesOf(primary, t('air.joiner')) }) : ''}
      why={why}
    />
  );
}

function WaterNow({ section, why }: { section: WaterSection | undefined; why: Moment | undefined }) {
  const t = useT();
  const grade = section?.class ?? null;
  const main = section?.main.map(
    ({ item, multiple }) => t.tx(`standards.item_${item}`) + (multiple ? ` (${multiple})` : ''),
  );
  return (
    <Standing
      name={t('home.now_water')}
      medium="water"
      grade={grade}
      figure={grade === null ? '–' : (classNumerals[grade - 1] ?? '')}
      more={main && main.length > 0 ? t('home.main', { names: main.join(t('air.joiner')) }) : ''}
      why={why}
    />
  );
}

function AirHour({ site_id, hour }: { site_id: number; hour: Hour }) {
  const t = useT();
  const showPeriod = useShowPeriod('hour');
  const { ts, aqi, level, primary, edition } = hour;
  const names = primary.length > 0 ? t('home.primary', { names: namesOf(primary, t('air.joiner')) }) : '';
  return (
    <Standing
      name={t('home.hour_air', { time: showPeriod(ts, 'air'), edition: t(`standards.aqi_${edition}`) })}
      medium="air"
      grade={level as Grade | null}
      figure={aqi === null ? 'NA' : String(aqi)}
      more={names}
      why={{ about: 'index', period: 'hour', site_id, ts, figure: null }}
    />
  );
}

/** In the colouring of the map. */
function PlayedHour({ station }: { station: Station }) {
  const t = useT();
  const showPeriod = useShowPeriod('hour');
  const { picture, replay, colouring } = useHome();
  const { played, frames } = replay;
  if (!played || !frames) return null;
  const { grade, figure } = picture(station);
  const start = frames.startOf(played.step);
  return (
    <Standing
      name={t('home.hour_played', { time: showPeriod(start.toISOString(), station.site.site_type) })}
      medium={station.medium}
      grade={grade}
      figure={figure || '–'}
      more=""
      why={figure ? whyPlayed(station, start, colouring) : undefined}
    />
  );
}

function whyPlayed({ site, medium }: Station, start: Date, colouring: Colouring): WhyQuestion {
  const { site_id } = site;
  const ts = start.toISOString();
  if (colouring === 'overall' && medium === 'air')
    return { about: 'index', period: 'hour', site_id, ts, figure: null };
  const cell = { site_id, kind: 'day', date: formatTime(start, 'yyyy-MM-dd'), ts } as const;
  if (colouring === 'overall') return { about: 'class', ...cell };
  return { about: 'value', component_id: colouring.component_id, ...cell };
}

interface StandingProps {
  name: string;
  medium: Medium;
  grade: Grade | null;
  figure: string;
  more: string;
  /** Explanation opened on a click. */
  why?: WhyQuestion | Moment | undefined;
}

function Standing({ name, medium, grade, figure, more, why }: StandingProps) {
  const t = useT();
  const { network } = useHome();
  const mayAsk = useMay(air.why.needs);
  // Keeps the question as asked: replay and live values continue meanwhile.
  const asked = useOpened<WhyQuestion | Moment>();
  const canAsk = why && (mayAsk || why.about === 'moment');
  return (
    <div className={styles.line}>
      <small>{name}</small>
      <strong>{canAsk ? <WhyButton onClick={() => asked.open(why)}>{figure}</WhyButton> : figure}</strong>
      {grade !== null && (
        <GradeMark medium={medium} grade={grade}>
          {medium === 'air'
            ? t(`standards.band_${aqiBands[grade - 1]?.key ?? 'severe'}`)
            : t.tx(`standards.class_${grade}`)}
        </GradeMark>
      )}
      <span>{more}</span>
      {asked.show((question) =>
        question.about === 'moment' ? (
          <MomentWhy network={network} moment={question} onClosed={asked.closed} />
        ) : (
          <WhyDrawer question={question} onClosed={asked.closed} />
        ),
      )}
    </div>
  );
}

const namesOf = (primary: readonly Pollutant[], joiner: string) =>
  primary.map((pollutant) => printedFormula(pollutantFacts[pollutant].formula)).join(joiner);
