/** Names of the bands' colours; the theme defines them, with a second palette for colour-blind readers. */
export type AqiColour = 'green' | 'yellow' | 'orange' | 'red' | 'purple' | 'maroon';

export interface AqiBand {
  level: 1 | 2 | 3 | 4 | 5 | 6;
  roman: 'I' | 'II' | 'III' | 'IV' | 'V' | 'VI';
  key: 'excellent' | 'good' | 'light' | 'moderate' | 'heavy' | 'severe';
  colour: AqiColour;
  /** The highest index of the band. */
  max: number;
  /** The value that a heat map paints in full colour if the network's highest index is in this band. */
  heat_max: number;
}

const severe: AqiBand = {
  level: 6,
  roman: 'VI',
  key: 'severe',
  colour: 'maroon',
  max: Number.POSITIVE_INFINITY,
  heat_max: 500,
};

/** HJ 633 and spec section 9. */
export const aqiBands: readonly AqiBand[] = [
  { level: 1, roman: 'I', key: 'excellent', colour: 'green', max: 50, heat_max: 50 },
  { level: 2, roman: 'II', key: 'good', colour: 'yellow', max: 100, heat_max: 100 },
  { level: 3, roman: 'III', key: 'light', colour: 'orange', max: 150, heat_max: 150 },
  { level: 4, roman: 'IV', key: 'moderate', colour: 'red', max: 200, heat_max: 200 },
  { level: 5, roman: 'V', key: 'heavy', colour: 'purple', max: 300, heat_max: 300 },
  severe,
];

/**
 * No band for a missing or negative index. An index is a whole number, rounded up; a fraction between two bands
 * therefore belongs to the upper one.
 */
export function aqiBand(aqi: number | null | undefined): AqiBand | undefined {
  if (aqi === null || aqi === undefined || !(aqi >= 0)) return undefined;
  return aqiBands.find(({ max }) => aqi <= max);
}

export function heatMax(aqi: number | null | undefined): number {
  return (aqiBand(aqi) ?? severe).heat_max;
}
