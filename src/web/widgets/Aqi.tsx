import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { type AqiColour, aqiBands } from '#shared/domain/aqi-bands.ts';
import { useT } from '#web/i18n.ts';
import { chooseAqiPalette, useAqiPalette } from '#web/theme/aqi-palette.ts';
import styles from './aqi.module.css';

/** Text on the colour of its AQI level, in the selected palette. */
export function AqiMark({ colour, children }: { colour: AqiColour; children: ReactNode }) {
  return (
    <span className={styles.mark} data-colour={colour}>
      {children}
    </span>
  );
}

/** Fill colour of a level where it is not behind text. */
export const aqiPaint = (colour: AqiColour) => `var(--aqi-${colour})`;

/** Colour swatch of a level; the text is beside it. */
export function AqiSwatch({ colour }: { colour: AqiColour }) {
  return <i className={styles.swatch} style={{ background: aqiPaint(colour) }} aria-hidden />;
}

/** The six levels with their colours and index ranges, and the palette switch. */
export function AqiLegend() {
  const t = useT();
  const palette = useAqiPalette();
  return (
    <ul className={styles.legend} aria-label={t('air.legend')}>
      {aqiBands.map(({ key, colour, max }, at) => (
        <li key={key}>
          <AqiSwatch colour={colour} />
          {t(`standards.band_${key}`)}
          <span>{rangeOf(at === 0 ? 0 : (aqiBands[at - 1]?.max ?? 0) + 1, max)}</span>
        </li>
      ))}
      <li>
        <Switch
          size="small"
          id="aqi-palette"
          checked={palette === 'distinct'}
          onChange={(distinct) => chooseAqiPalette(distinct ? 'distinct' : 'standard')}
        />
        <label htmlFor="aqi-palette">{t('air.palette')}</label>
      </li>
    </ul>
  );
}

const rangeOf = (from: number, to: number) => (Number.isFinite(to) ? `${from}–${to}` : `≥${from}`);
