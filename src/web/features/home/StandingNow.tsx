import { useCallback } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { home } from '#shared/contract/home.ts';
import type { AirReport } from '#shared/domain/air-report.ts';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import type { WaterSection } from '#shared/domain/water-section.ts';
import { useT } from '#web/i18n.ts';
import { useShowPeriod } from '#web/ui/useShowPeriod.ts';
import { GradeMark } from './GradeMark.tsx';
import { useHome } from './home-context.ts';
import type { Station } from './network.ts';
import { classNumerals } from './picture.ts';
import styles from './station-card.module.css';
import { useNetworkValue } from './useNetworkValue.ts';

type Hour = NonNullable<AnswerOf<typeof home.station>['hour']>;

/** The index or class of the moment, the report of the newest hour, and what was in the hour that is played. */
export function StandingNow({ station, hour }: { station: Station; hour: Hour | null }) {
  const { network } = useHome();
  const { medium, site } = station;
  const air = useNetworkValue(
    network,
    useCallback(() => (station.online ? station.air : undefined), [station]),
  );
  const water = useNetworkValue(
    network,
    useCallback(() => (station.online ? station.water : undefined), [station]),
  );
  return (
    <div className={styles.standing}>
      {medium === 'air' ? <AirNow report={air} /> : <WaterNow section={water} />}
      {hour && <AirHour hour={hour} />}
      <PlayedHour station={station} site_type={site.site_type} />
    </div>
  );
}

function AirNow({ report }: { report: AirReport | undefined }) {
  const t = useT();
  const { aqi = null, band, primary = [] } = report ?? {};
  return (
    <Standing
      name={t('home.now_air')}
      medium="air"
      grade={band?.level ?? null}
      figure={aqi === null ? 'NA' : String(aqi)}
      more={primary.length > 0 ? t('home.primary', { names: namesOf(primary, t('air.joiner')) }) : ''}
    />
  );
}

function WaterNow({ section }: { section: WaterSection | undefined }) {
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
    />
  );
}

function AirHour({ hour: { ts, aqi, level, primary, edition } }: { hour: Hour }) {
  const t = useT();
  const showPeriod = useShowPeriod('hour');
  const names = primary.length > 0 ? t('home.primary', { names: namesOf(primary, t('air.joiner')) }) : '';
  return (
    <Standing
      name={t('home.hour_air', { time: showPeriod(ts, 'air'), edition: t(`standards.aqi_${edition}`) })}
      medium="air"
      grade={level as Grade | null}
      figure={aqi === null ? 'NA' : String(aqi)}
      more={names}
    />
  );
}

/** By what colours the map. */
function PlayedHour({ station, site_type }: { station: Station; site_type: Station['site']['site_type'] }) {
  const t = useT();
  const showPeriod = useShowPeriod('hour');
  const { picture, replay } = useHome();
  const { played, frames } = replay;
  if (!played || !frames) return null;
  const { grade, figure } = picture(station);
  return (
    <Standing
      name={t('home.hour_played', { time: showPeriod(frames.startOf(played.step).toISOString(), site_type) })}
      medium={station.medium}
      grade={grade}
      figure={figure || '–'}
      more=""
    />
  );
}

interface StandingProps {
  name: string;
  medium: Medium;
  grade: Grade | null;
  figure: string;
  more: string;
}

function Standing({ name, medium, grade, figure, more }: StandingProps) {
  const t = useT();
  return (
    <div className={styles.line}>
      <small>{name}</small>
      <strong>{figure}</strong>
      {grade !== null && (
        <GradeMark medium={medium} grade={grade}>
          {medium === 'air'
            ? t(`standards.band_${aqiBands[grade - 1]?.key ?? 'severe'}`)
            : t.tx(`standards.class_${grade}`)}
        </GradeMark>
      )}
      <span>{more}</span>
    </div>
  );
}

const namesOf = (primary: readonly Pollutant[], joiner: string) =>
  primary.map((pollutant) => printedFormula(pollutantFacts[pollutant].formula)).join(joiner);
