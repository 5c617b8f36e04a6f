import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { useT } from '#web/i18n.ts';
import styles from './heat-map.module.css';
import type { HeatScale } from './heat-scale.ts';

interface HeatLegendProps {
  scale: HeatScale;
  colours: Uint8ClampedArray;
  name: string;
  unit: string;
  /** Whether the colours are those of AQI levels; otherwise there is no word for them. */
  levels?: boolean;
}

/** The ramp from 0 to its maximum, with the levels that it runs through. */
export function HeatLegend({ scale: { max, limits }, colours, name, unit, levels = true }: HeatLegendProps) {
  const t = useT();
  const stops = Array.from({ length: 17 }, (_, i) => {
    const at = Math.round((i / 16) * 255) * 3;
    return `rgb(${colours[at]} ${colours[at + 1]} ${colours[at + 2]}) ${(i / 16) * 100}%`;
  });
  return (
    <section className={styles.legend} aria-label={t('heatMap.legend')}>
      <strong>{unit ? `${name} (${unit})` : name}</strong>
      <div className={styles.ramp} style={{ background: `linear-gradient(to right, ${stops.join()})` }} />
      <ol>
        {limits.map((limit, i) => (
          <li key={limit} style={{ flexGrow: limit - (limits[i - 1] ?? 0) }}>
            <b>{limit}</b>
            <span>{levels && t.tx(`home.air_short_${aqiBands[i]?.level}`)}</span>
          </li>
        ))}
      </ol>
      {levels && <small>{t('heatMap.legend_hint', { max })}</small>}
    </section>
  );
}
