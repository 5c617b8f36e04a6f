import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { useT } from '#web/i18n.ts';
import styles from './heat-map.module.css';
import type { HeatScale } from './heat-scale.ts';

interface HeatLegendProps {
  scale: HeatScale;
  colours: Uint8ClampedArray;
  name: string;
  unit: string;
  /** True if the colours are AQI levels; only these have names. */
  levels?: boolean;
}

/** Colour ramp from 0 to its maximum; all levels are equally wide so that their names fit. */
export function HeatLegend({ scale: { max, limits }, colours, name, unit, levels = true }: HeatLegendProps) {
  const t = useT();
  const rampOf = (from: number, to: number) => {
    const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => {
      const at = Math.round(((from + (to - from) * share) / max) * 255) * 3;
      return `rgb(${colours[at]} ${colours[at + 1]} ${colours[at + 2]})`;
    });
    return `linear-gradient(to right, ${stops.join()})`;
  };
  return (
    <section className={styles.legend} aria-label={t('heatMap.legend')}>
      <strong>{unit ? `${name} (${unit})` : name}</strong>
      <ol>
        {limits.map((limit, i) => (
          <li key={limit}>
            {levels && <span>{t.tx(`home.air_short_${aqiBands[i]?.level}`)}</span>}
            <i style={{ background: rampOf(limits[i - 1] ?? 0, limit) }} />
            <b>{limit}</b>
          </li>
        ))}
      </ol>
      {levels && <small>{t('heatMap.legend_hint', { max })}</small>}
    </section>
  );
}
