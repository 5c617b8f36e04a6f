import { withoutNoise } from './rounding.ts';

/** Molar volume in litres at the reference state of GB 3095, 298.15 K and 1013.25 hPa. */
const molarVolume = 24.465;

/** One of the unit is `times` × 10^`power` grams per volume. */
interface Concentration {
  times: number;
  power: number;
  per: string;
}

const gramPowers: Readonly<Record<string, number>> = { ng: -9, µg: -6, mg: -3, g: 0 };
const volumePowers: Readonly<Record<string, number>> = { ppb: -6, ppm: -3 };

function concentration(unit: string, molarMass: number | undefined): Concentration | undefined {
  const volume = volumePowers[unit.toLowerCase()];
  if (volume !== undefined && molarMass !== undefined)
    return { times: molarMass / molarVolume, power: volume, per: 'm³' };
  // Users type the Greek letter or u for the micro sign, and a plain 3.
  const [mass = '', per = ''] = unit.replace(/^[μu]/, 'µ').replace('m3', 'm³').split('/');
  const power = gramPowers[mass];
  return power === undefined ? undefined : { times: 1, power, per };
}

/**
 * Converts a concentration: µg/L to mg/L, ppb to µg/m³ if the molar mass is given. Null between units of different
 * kinds.
 */
export function inUnit(value: number, from: string, to: string, molarMass?: number): number | null {
  if (from === to) return value;
  const source = concentration(from, molarMass);
  const target = concentration(to, molarMass);
  if (!source || !target || source.per !== target.per) return null;
  const times = value * (source.times / target.times);
  const power = source.power - target.power;
  // Dividing by a power of ten is exact, multiplying by its inverse is not.
  return withoutNoise(power < 0 ? times / 10 ** -power : times * 10 ** power);
}
