import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { airAt } from './air.ts';
import { QUARTER_MS } from './calendar.ts';
import { chance, clamp } from './chance.ts';
import type { ModelFactor } from './factors.ts';
import { type Fault, faultsAt, outageAt } from './faults.ts';
import type { ModelSite } from './site.ts';
import { waterAt } from './water.ts';

/** One value per factor of the site, in their order. `flags`: '' is normal; absent if all are normal. */
export interface Instant {
  values: number[];
  flags?: string[];
}

export interface Period {
  avg: number[];
  min: number[];
  max: number[];
  flags?: string[];
}

const powers = Array.from({ length: 7 }, (_, exponent) => 10 ** exponent);

function rounded(value: number, { decimals, averaging }: ModelFactor): number {
  const power = powers[decimals] ?? 1;
  // Adding 0 turns -0 into 0.
  const round = Math.round(value * power) / power + 0;
  return averaging === 'circular' ? (round + 360) % 360 : round;
}

function inRange(value: number, { averaging, low, high }: ModelFactor): number {
  return averaging === 'circular' ? ((value % 360) + 360) % 360 : clamp(value, low, high);
}

function scatterOf(value: number, { scatter, leastScatter }: ModelFactor): number {
  return Math.max(Math.abs(value) * scatter, leastScatter);
}

function truthAt(site: ModelSite, ms: number): number[] {
  const values = site.site_type === 'water' ? waterAt(site, ms) : airAt(site, ms);
  for (let i = 0; i < values.length; i++)
    values[i] = inRange(values[i] as number, site.factors[i] as ModelFactor);
  return values;
}

/** The mean around a moment as measured by the instruments; `still` marks those without scatter. */
function measured(site: ModelSite, ms: number): Instant & { still?: boolean[] } {
  const values = truthAt(site, ms);
  const faults = faultsAt(site, ms);
  if (faults.length === 0) return { values };
  const flags = values.map(() => '');
  const still = values.map(() => false);
  for (const fault of faults) {
    values[fault.factor] = faulty(site, fault, values[fault.factor] as number, ms);
    flags[fault.factor] = fault.flag;
    still[fault.factor] = fault.kind === 'stuck' || fault.kind === 'zero' || fault.kind === 'unreachable';
  }
  return { values, flags: flags.some((flag) => flag !== '') ? flags : undefined, still };
}

function faulty(site: ModelSite, fault: Fault, value: number, ms: number): number {
  const factor = site.factors[fault.factor] as ModelFactor;
  const { high } = factor;
  switch (fault.kind) {
    case 'stuck':
    case 'unreachable':
      return truthAt(site, fault.start)[fault.factor] as number;
    case 'zero':
      return 0;
    case 'jump':
      return inRange(value * (2.5 + 2 * chance(site.seed, fault.start / QUARTER_MS)), factor);
    case 'drift': {
      const most = chance(site.seed, fault.start / DAY_MS) < 0.5 ? 0.6 : -0.4;
      return inRange(value * (1 + (most * (ms - fault.start)) / (fault.end - fault.start)), factor);
    }
    case 'erratic':
      return inRange(value * 2 * chance(site.seed, ms / MINUTE_MS), factor);
    case 'over_range':
      return high;
    case 'maintenance':
      return inRange(value * 0.6, factor);
    case 'calibration':
      return ms < fault.start + QUARTER_MS ? 0 : high * 0.4;
  }
}

/** From -1 to 1, different for each factor and second. */
function noise(site: ModelSite, factor: number, ms: number): number {
  return 2 * chance(site.seed * 32 + factor + 100_000, ms / 1000) - 1;
}

/** The real-time values of a station; undefined during a power outage. */
export function instantAt(site: ModelSite, ms: number): Instant | undefined {
  if (outageAt(site, ms)?.kind === 'power') return undefined;
  const { values, flags, still } = measured(site, ms);
  const shown = values.map((value, i) => {
    const factor = site.factors[i] as ModelFactor;
    const scatter = still?.[i] ? 0 : scatterOf(value, factor) * noise(site, i, ms);
    return rounded(inRange(value + scatter, factor), factor);
  });
  keepParticlesInOrder(site, shown, flags);
  return { values: shown, flags };
}

/** PM10 includes PM2.5, so scatter must not make it smaller, except for flagged values. */
function keepParticlesInOrder({ factors }: ModelSite, values: number[], flags: readonly string[] = []): void {
  if (factors[0]?.key !== 'pm25' || flags[0] || flags[1]) return;
  const [pm25 = 0, pm10 = 0] = values;
  if (pm10 <= pm25) values[1] = rounded(pm25 * 1.02 + 0.1, factors[1] as ModelFactor);
}

/** The statistics of a part of a period, from the mean in its middle. */
function stretch(site: ModelSite, middle: number): Period | undefined {
  if (outageAt(site, middle)?.kind === 'power') return undefined;
  const { values, flags, still } = measured(site, middle);
  const spread = values.map((value, i) =>
    still?.[i] ? 0 : scatterOf(value, site.factors[i] as ModelFactor),
  );
  return {
    avg: values,
    min: values.map((value, i) => value - (spread[i] as number)),
    max: values.map((value, i) => value + (spread[i] as number)),
    flags,
  };
}

/** Minimum share of normal parts for a longer period to be normal (HJ 212-2017). */
const ENOUGH = 0.75;

/** Combines parts of a period. Called tens of millions of times for the history, so it uses plain loops. */
function combined(site: ModelSite, parts: readonly (Period | undefined)[]): Period | undefined {
  const there = parts.filter((part) => part !== undefined);
  if (there.length === 0) return undefined;
  const whole: Period = { avg: [], min: [], max: [] };
  let flags: string[] | undefined;
  for (let i = 0; i < site.factors.length; i++) {
    const factor = site.factors[i] as ModelFactor;
    const normal = there.filter((part) => !part.flags?.[i]);
    const enough = normal.length >= ENOUGH * parts.length;
    const counted = enough ? normal : there;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { min, max } of counted) {
      low = Math.min(low, min[i] as number);
      high = Math.max(high, max[i] as number);
    }
    whole.avg.push(rounded(mean(counted, i, factor), factor));
    whole.min.push(rounded(inRange(low, factor), factor));
    whole.max.push(rounded(inRange(high, factor), factor));
    if (enough) continue;
    flags ??= site.factors.map(() => '');
    flags[i] = there.find((part) => part.flags?.[i])?.flags?.[i] ?? 'D';
  }
  if (flags) whole.flags = flags;
  return whole;
}

function mean(parts: readonly Period[], i: number, { averaging }: ModelFactor): number {
  if (averaging === 'last') return parts.at(-1)?.avg[i] ?? 0;
  let [sum, east, north] = [0, 0, 0];
  for (const { avg } of parts) {
    const value = avg[i] as number;
    sum += value;
    if (averaging === 'mean') continue;
    east += Math.sin((value * Math.PI) / 180);
    north += Math.cos((value * Math.PI) / 180);
  }
  return averaging === 'mean' ? sum / parts.length : (Math.atan2(east, north) * 180) / Math.PI;
}

/** Minute data of a period that begins at `start`. */
export function minuteOf(site: ModelSite, start: number, minutes = 1): Period | undefined {
  return combined(site, [stretch(site, start + (minutes * MINUTE_MS) / 2)]);
}

/** The middle of each quarter of an hour. */
function quartersOf(start: number): number[] {
  return [0, 1, 2, 3].map((quarter) => start + (quarter + 0.5) * QUARTER_MS);
}

export function hourOf(site: ModelSite, start: number): Period | undefined {
  return combined(
    site,
    quartersOf(start).map((at) => stretch(site, at)),
  );
}

/** Whether `hourOf` returns a value, without computing it. */
export function hasHour(site: ModelSite, start: number): boolean {
  return quartersOf(start).some((at) => outageAt(site, at)?.kind !== 'power');
}

/** A day from its 24 hours. */
export function dayFrom(site: ModelSite, hours: readonly (Period | undefined)[]): Period | undefined {
  return combined(site, hours);
}

export function hoursOf(site: ModelSite, dayStart: number): (Period | undefined)[] {
  return Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => hourOf(site, dayStart + hour * HOUR_MS));
}
