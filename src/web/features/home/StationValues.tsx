import type { AnswerOf } from '#shared/contract/define.ts';
import type { home } from '#shared/contract/home/home.ts';
import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { inPollutantUnit, pollutantOfCode } from '#shared/domain/pollutants.ts';
import { shortFactorName } from '#shared/domain/report-text.ts';
import { type Grade, pollutantGrade, waterGrade } from '#shared/domain/standing.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { countingFlags, counts } from '#shared/domain/validity.ts';
import { reportedWater } from '#shared/domain/water-target.ts';
import { Sparkline } from '#web/charts/Sparkline.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Station } from '#web/network/network.ts';
import { localName } from '#web/ui/local-name.ts';
import { GradeMark } from '#web/widgets/GradeMark.tsx';
import { ReadingValue, rangeLeft } from '#web/widgets/ReadingValue.tsx';
import { useHome } from './home-context.ts';
import styles from './station-card.module.css';

type Day = AnswerOf<typeof home.station>;

/** Points farther apart are not connected: air arrives every hour, water every four hours. */
const gapMs = { air: 1.5 * HOUR_MS, water: 4.5 * HOUR_MS };

interface StationValuesProps {
  station: Station;
  values: readonly LatestValue[];
  day: Day | undefined;
}

export function StationValues({ station, values, day }: StationValuesProps) {
  const t = useT();
  if (values.length === 0) return <p className={styles.soft}>{t('map.no_values')}</p>;
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th scope="col">{t('sitePage.factor')}</th>
          <th scope="col">{t('sitePage.value')}</th>
          <th scope="col">{t('home.level')}</th>
          <th scope="col">{t('home.span_24')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <FactorRow key={value.component_id} station={station} value={value} day={day} />
        ))}
      </tbody>
    </table>
  );
}

interface FactorRowProps {
  station: Station;
  value: LatestValue;
  day: Day | undefined;
}

function FactorRow({ station, value: one, day }: FactorRowProps) {
  const t = useT();
  const language = useLanguage();
  const name = localName(one, 'component_name', language);
  const sound = counts(one.flag, 'l', countingFlags(station.site.counting_flags));
  const grade = useGrade(station, one, sound);
  const short = shortFactorName(one, language);
  // Assessed water values are shown rounded, as they are assessed.
  const judged = grade !== null && station.medium === 'water';
  return (
    <tr>
      <th scope="row" title={name} className={short === name ? styles.name : undefined}>
        {short}
      </th>
      <td>
        <ReadingValue
          value={judged ? reportedWater(one.value ?? 0, one.decimals) : one.value}
          decimals={one.decimals}
          flag={one.flag}
          counts={sound}
          beyond={rangeLeft(one)}
        />
        <small>{one.unit}</small>
      </td>
      <td>
        {grade !== null && (
          <GradeMark medium={station.medium} grade={grade}>
            {t.tx(`home.${station.medium}_mark_${grade}`)}
          </GradeMark>
        )}
      </td>
      <td>{day && <DaySparkline name={name} one={one} day={day} medium={station.medium} />}</td>
    </tr>
  );
}

/** Grade by the standard, if it covers the factor; excluded values have none. */
function useGrade({ medium, body }: Station, one: LatestValue, sound: boolean): Grade | null {
  const { network } = useHome();
  const factor = network.factors[medium].find(({ component_id }) => component_id === one.component_id);
  if (!factor || one.value === null || !sound) return null;
  const pollutant = pollutantOfCode(factor.code);
  if (!pollutant) return waterGrade(body, factor, one.value);
  const concentration = inPollutantUnit(pollutant, one.value, factor.unit);
  return concentration === null
    ? null
    : pollutantGrade(airRulesAt(new Date(one.ts)).aqi, pollutant, concentration);
}

interface DaySparklineProps {
  name: string;
  one: LatestValue;
  day: Day;
  medium: Station['medium'];
}

function DaySparkline({ name, one: { component_id, decimals, unit }, day, medium }: DaySparklineProps) {
  const t = useT();
  const span = t('sitePage.course_hour');
  const hours = day.factors.data_info.find((factor) => factor.component_id === component_id);
  const from = Date.parse(day.from);
  const points = (hours?.values ?? []).map((value, i) => ({
    at: from + i * HOUR_MS,
    value,
    valid: hours?.counts[i] ?? false,
  }));
  const present = points.flatMap(({ value }) => value ?? []);
  const shown = (figure: number) => `${formatNumber(figure, decimals)} ${unit}`.trim();
  const label =
    present.length === 0
      ? t('sitePage.course_none', { name, span })
      : t('sitePage.course_of', {
          name,
          span,
          low: shown(Math.min(...present)),
          high: shown(Math.max(...present)),
        });
  return (
    <Sparkline points={points} from={from} to={Date.parse(day.to)} gapMs={gapMs[medium]} label={label} />
  );
}
