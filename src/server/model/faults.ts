import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { dayNumber, QUARTER_MS, startOfDayNumber } from './calendar.ts';
import { chance } from './chance.ts';
import type { ModelSite } from './site.ts';

/**
 * stuck, zero, jump, drift: sensor faults, sometimes unnoticed · erratic, unreachable, over_range: faults that the
 * logger notices · maintenance, calibration: planned work
 */
export type FaultKind =
  | 'stuck'
  | 'zero'
  | 'jump'
  | 'drift'
  | 'erratic'
  | 'unreachable'
  | 'over_range'
  | 'maintenance'
  | 'calibration';

/** Starts and ends at quarters of an hour, because hours are composed of quarters. */
export interface Fault {
  kind: FaultKind;
  /** Index of the site's factor. */
  factor: number;
  start: number;
  end: number;
  /** '' if the logger does not notice it. */
  flag: string;
}

const A_DAY = 0.09;
const QUARTERS_A_DAY = DAY_MS / QUARTER_MS;

/** Cumulative probability, kind, flag set by the logger, and the share of faults that it notices. */
const kinds: readonly (readonly [upTo: number, kind: FaultKind, flag: string, noticed: number])[] = [
  [0.24, 'stuck', 'D', 0.3],
  [0.4, 'zero', 'D', 0.4],
  [0.62, 'jump', 'D', 0.25],
  [0.76, 'erratic', 'D', 1],
  [0.86, 'unreachable', 'B', 1],
  [0.92, 'over_range', 'T', 1],
  [1, 'maintenance', 'M', 1],
];

/** The current faults of a station's instruments; nearly always none. */
export function faultsAt(site: ModelSite, ms: number): Fault[] {
  if (site.faultless) return [];
  const today = dayNumber(ms);
  const found: Fault[] = [];
  for (const day of [today - 1, today]) {
    for (const fault of faultsOf(site, day)) if (isOn(fault, ms)) found.push(fault);
  }
  found.push(...calibrationsAt(site, today, ms));
  for (const slow of [driftOf(site, today), weaknessOf(site, today)])
    if (slow && isOn(slow, ms)) found.push(slow);
  return found;
}

function isOn({ start, end }: { start: number; end: number }, ms: number): boolean {
  return ms >= start && ms < end;
}

const NONE: readonly Fault[] = [];

function faultsOf(site: ModelSite, day: number): readonly Fault[] {
  if (chance(site.seed + 70_000, day * 8) > A_DAY) return NONE;
  const dice = (n: number) => chance(site.seed + 70_000, day * 8 + n);
  const which = dice(1);
  const [, kind, flag, noticed] = kinds.find(([upTo]) => which < upTo) ?? [1, 'stuck', 'D', 1];
  const measured = site.factors.filter(({ averaging }) => averaging !== 'last').length;
  if (kind === 'maintenance') {
    // Maintenance takes place during the day and affects all instruments.
    const start = startOfDayNumber(day) + (9 + Math.floor(6 * dice(2))) * HOUR_MS;
    const end = start + (2 + Math.floor(5 * dice(3))) * QUARTER_MS;
    return Array.from({ length: measured }, (_, factor) => ({ kind, factor, start, end, flag }));
  }
  const start = startOfDayNumber(day) + Math.floor(QUARTERS_A_DAY * dice(2)) * QUARTER_MS;
  const end = start + (2 + Math.floor(60 * dice(3) ** 2)) * QUARTER_MS;
  const factor = Math.floor(measured * dice(4));
  const isNoticed = isParticles(site, factor) || dice(5) < noticed;
  return [{ kind, factor, start, end, flag: isNoticed ? flag : '' }];
}

/** Faults of particle instruments are always noticed, because loggers compare PM2.5 with PM10. */
function isParticles(site: ModelSite, factor: number): boolean {
  const key = site.factors[factor]?.key;
  return key === 'pm25' || key === 'pm10';
}

/** Once a week at night, gas analysers measure zero gas and then span gas. */
function calibrationsAt(site: ModelSite, day: number, ms: number): readonly Fault[] {
  if (site.site_type !== 'air' || day % 7 !== site.seed % 7) return NONE;
  const start = startOfDayNumber(day) + (1 + (site.seed % 3)) * HOUR_MS;
  const end = start + 2 * QUARTER_MS;
  if (!isOn({ start, end }, ms)) return NONE;
  return site.factors.flatMap(({ gas }, factor) =>
    gas ? [{ kind: 'calibration' as const, factor, start, end, flag: 'C' }] : [],
  );
}

const EPOCH_DAYS = 30;

/** A sensor that drifts over days without a flag. */
function driftOf(site: ModelSite, day: number): Fault | undefined {
  const epoch = Math.floor(day / EPOCH_DAYS);
  if (chance(site.seed + 80_000, epoch * 8) > 0.1) return undefined;
  const dice = (n: number) => chance(site.seed + 80_000, epoch * 8 + n);
  const first = epoch * EPOCH_DAYS + Math.floor(12 * dice(1));
  const last = first + 6 + Math.floor(11 * dice(2));
  // At air stations only gases and TVOC drift, not the particles.
  const [from, to] = site.site_type === 'water' ? [0, site.factors.length] : [2, 9];
  return {
    kind: 'drift',
    factor: from + Math.floor((to - from) * dice(3)),
    start: startOfDayNumber(first),
    end: startOfDayNumber(last),
    flag: '',
  };
}

/** A stuck sensor is stuck for two of three days; a drifting one is corrected once a month and drifts again. */
const STUCK_CYCLE_DAYS = 3;

function weaknessOf({ weak, factors }: ModelSite, day: number): Fault | undefined {
  if (!weak) return undefined;
  const { kind, key } = weak;
  const cycle = kind === 'stuck' ? STUCK_CYCLE_DAYS : EPOCH_DAYS;
  const first = Math.floor(day / cycle) * cycle;
  const last = kind === 'stuck' ? first + cycle - 1 : first + cycle;
  const factor = factors.findIndex((one) => one.key === key);
  return { kind, factor, start: startOfDayNumber(first), end: startOfDayNumber(last), flag: '' };
}

/** power: nothing is measured · link: values are measured, stored, and sent once the link is back */
export interface Outage {
  kind: 'power' | 'link';
  start: number;
  end: number;
}

export function outageAt(site: ModelSite, ms: number): Outage | undefined {
  if (site.neverOut) return undefined;
  const today = dayNumber(ms);
  for (const day of [today - 1, today]) {
    if (chance(site.seed + 90_000, day * 4) > 0.025) continue;
    const dice = (n: number) => chance(site.seed + 90_000, day * 4 + n);
    const start = startOfDayNumber(day) + Math.floor(QUARTERS_A_DAY * dice(1)) * QUARTER_MS;
    const end = start + (4 + Math.floor(92 * dice(2) ** 3)) * QUARTER_MS;
    if (isOn({ start, end }, ms)) return { kind: dice(3) < 0.4 ? 'power' : 'link', start, end };
  }
  return undefined;
}
