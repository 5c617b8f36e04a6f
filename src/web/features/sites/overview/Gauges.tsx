import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import type { AirReport } from '#shared/domain/air-report.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { airPlace, pollutantLimit, waterPlace } from '#shared/domain/gauge.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { pollutantFacts, pollutants } from '#shared/domain/pollutants.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import { shownBounds, waterFacts, waterItemOfCode } from '#shared/domain/water-items.ts';
import type { WaterSection } from '#shared/domain/water-section.ts';
import { Gauge } from '#web/charts/Gauge.tsx';
import { useT } from '#web/i18n.ts';
import type { Network, Station } from '#web/network/network.ts';
import { printed } from '#web/widgets/air-words.ts';
import { GradeMark } from '#web/widgets/GradeMark.tsx';
import { gradePaint } from '#web/widgets/grade-paint.ts';
import { boundText } from '#web/widgets/why/why-words.ts';
import { Card } from './card.tsx';
import styles from './overview.module.css';

const grades: readonly Grade[] = [1, 2, 3, 4, 5, 6];
const paintsOf = (medium: Medium) => grades.map((grade) => gradePaint(medium, grade));
const paints = { air: paintsOf('air'), water: paintsOf('water') };

interface Chosen {
  /** Code of the factor in the chart. */
  shown: string | undefined;
  onShow(code: string | undefined): void;
}

/** The six pollutants of the live AQI, each on its scale of levels with its limit. */
export function AirGauges({ report, shown, onShow }: Chosen & { report: AirReport | undefined }) {
  const t = useT();
  const now = new Date();
  return (
    <Card title={t('siteOverview.gauges_air')} note={t('siteOverview.gauge_hint')}>
      <div className={styles.gauges}>
        {pollutants.map((pollutant) => {
          const { code, unit, decimals } = pollutantFacts[pollutant];
          const items = report?.items.filter((item) => item.pollutant === pollutant) ?? [];
          const item = items.find(({ iaqi }) => iaqi !== null) ?? items[0];
          const limit = pollutantLimit(now, pollutant);
          return (
            <GaugeButton
              key={pollutant}
              {...{ medium: 'air', code, unit, shown, onShow }}
              name={printed(pollutant)}
              value={item?.concentration?.toFixed(decimals)}
              none={item?.mark === '/' ? t('siteOverview.unmeasured') : '–'}
              grade={aqiBand(item?.iaqi)?.level ?? null}
              place={item?.iaqi === null || item?.iaqi === undefined ? null : airPlace(item.iaqi)}
              limit={limit?.place}
              limitText={limit ? t.tx(`siteOverview.limit_${limit.period}`, { value: limit.value }) : ''}
            />
          );
        })}
      </div>
    </Card>
  );
}

interface WaterGaugesProps extends Chosen {
  network: Network;
  station: Station;
  values: readonly LatestValue[];
  water: WaterSection | undefined;
}

/** The items of the water class, each on its scale of classes with the class III limit. */
export function WaterGauges({ network, station, values, water, shown, onShow }: WaterGaugesProps) {
  const t = useT();
  const { body } = station;
  const judged = [...(water?.items ?? []), ...(water?.apart ?? [])];
  const items = network.factors.water.flatMap((factor) => {
    const item = waterItemOfCode(factor.code, body);
    const newest = values.find(({ component_id }) => component_id === factor.component_id);
    return item && newest ? [{ factor, item, newest }] : [];
  });
  return (
    <Card title={t('siteOverview.gauges_water')} note={t('siteOverview.gauge_hint')}>
      <div className={styles.gauges}>
        {items.map(({ factor, item, newest }) => {
          const one = judged.find((each) => each.item === item);
          const bound = boundText(shownBounds(waterFacts[item].bounds[3]));
          return (
            <GaugeButton
              key={factor.component_id}
              {...{ medium: 'water', code: factor.code, shown, onShow }}
              name={t.tx(`standards.item_${item}`)}
              unit={waterFacts[item].unit === '' ? '' : 'mg/L'}
              value={one && formatNumber(one.value, newest.decimals)}
              none="–"
              grade={one?.class ?? null}
              place={one ? waterPlace(item, one.value) : null}
              limit={item === 'ph' ? 1 / 6 : 3 / 6}
              limitText={t('siteOverview.limit_class', { class: t('standards.class_3'), bound })}
            />
          );
        })}
      </div>
    </Card>
  );
}

interface GaugeButtonProps extends Chosen {
  medium: Medium;
  code: string;
  name: string;
  unit: string;
  value: string | undefined;
  /** Text if there is no value. */
  none: string;
  grade: Grade | null;
  place: number | null;
  limit: number | undefined;
  limitText: string;
}

function GaugeButton(props: GaugeButtonProps) {
  const t = useT();
  const { medium, code, name, unit, value, none, grade, place, limit, limitText, shown, onShow } = props;
  return (
    <button
      type="button"
      className={styles.gauge}
      aria-pressed={shown === code}
      onClick={() => onShow(shown === code ? undefined : code)}
    >
      <span className={styles.gaugeName}>{name}</span>
      <Gauge paints={paints[medium]} place={place} limit={limit}>
        <strong>{value ?? none}</strong>
        <small>{unit}</small>
      </Gauge>
      <span className={styles.gaugeGrade}>
        {grade === null ? (
          <span className={styles.soft}>{'–'}</span>
        ) : (
          <GradeMark medium={medium} grade={grade}>
            {t.tx(`home.${medium}_short_${grade}`)}
          </GradeMark>
        )}
      </span>
      <small className={styles.soft}>{limitText}</small>
    </button>
  );
}
