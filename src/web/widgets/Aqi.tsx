import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { type AqiColour, aqiBands } from '#shared/domain/aqi-bands.ts';
import { useT } from '#web/i18n.ts';
import { chooseAqiPalette, useAqiPalette } from '#web/theme/aqi-palette.ts';
import styles from './aqi.module.css';

/** A word or numeral on the colour of its level, as the reader's palette has it. */
export function AqiMark({ colour, children }: { colour: AqiColour; children: ReactNode }) {
  return (
    <span className={styles.mark} data-colour={colour}>
      {children}
    </span>
  );
}

/** What a mark of a level is painted with where it is not text. */
export const aqiPaint = (colour: AqiColour) => `var(--aqi-${colour})`;

/** A spot of a level's colour; the word stands beside it. */
export function AqiSwatch({ colour }: { colour: AqiColour }) {
  return <i className={styles.swatch} style={{ background: aqiPaint(colour) }} aria-hidden />;
}

/** The six levels with their colours and indices, and the choice of the palette. */
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
