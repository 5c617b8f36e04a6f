import type { AqiColour } from '#shared/domain/aqi-bands.ts';

/** HJ 633. Files use the standard's own colours, whatever palette the user has chosen. */
export const aqiGrounds: Record<AqiColour, string> = {
  green: '00E400',
  yellow: 'FFFF00',
  orange: 'FF7E00',
  red: 'FF0000',
  purple: '99004C',
  maroon: '7E0023',
};
