import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { type T, useT } from '#web/i18n.ts';
import styles from './heat-map.module.css';
import { bandColours, type HeatScale } from './heat-scale.ts';

interface HeatLegendProps {
  scale: HeatScale;
  colours: Uint8ClampedArray;
  name: string;
  unit: string;
  /** True if the colours are AQI levels; only these have names. */
  levels?: boolean;
}

/** Colour ramp from 0 to its maximum; all levels are equally wide so that their names fit. */
export function HeatLegend({ scale, colours, name, unit, levels = true }: HeatLegendProps) {
  const t = useT();
  return (
    <section className={styles.legend} aria-label={t('heatMap.legend')}>
      <strong>{unit ? `${name} (${unit})` : name}</strong>
      <ol>
        {scale.limits.map((limit, i) => (
          <li key={limit}>
            {levels && <span>{levelWord(t, i)}</span>}
            <i
              style={{ background: `linear-gradient(to right, ${bandColours(scale, colours, i).join()})` }}
            />
            <b>{limit}</b>
          </li>
        ))}
      </ol>
      {levels && <small>{t('heatMap.legend_hint', { max: scale.max })}</small>}
    </section>
  );
}

export function levelWord(t: T, band: number): string {
  return t.tx(`home.air_short_${aqiBands[band]?.level}`);
}
