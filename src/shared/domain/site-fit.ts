import { LEAST_K, MOST_K } from './command-kinds.ts';
import { type Fit, fitLine, type MaybeNumbers, pairsOf } from './correlation.ts';
import { composed, type Kb } from './kb.ts';

/** A fit of fewer hours, or of a looser relation, is not offered for use. */
export const LEAST_HOURS = 24;
export const LEAST_R2 = 0.6;
/** So many equal hours after one another are a sensor that is stuck. */
export const STUCK_HOURS = 6;

export interface SiteFit extends Fit {
  /** How far the site is from the reference as it is; `rmse` is what would be left. */
  rmse_before: number | null;
  /** Hours that did not take part though both had a value. */
  left_out: number;
}

/** Least squares of the reference on a site, without zeros and stuck sensors; hours that do not count are null. */
export function fitSite(
  site: MaybeNumbers,
  reference: MaybeNumbers,
  isLeftOut: (hour: number) => boolean = () => false,
): SiteFit {
  const [x, y] = [usable(site).map((value, hour) => (isLeftOut(hour) ? null : value)), usable(reference)];
  const { xs, ys } = pairsOf(x, y);
  const squares = xs.reduce((sum, value, i) => sum + ((ys[i] ?? 0) - value) ** 2, 0);
  return {
    ...fitLine(x, y),
    rmse_before: xs.length === 0 ? null : Math.sqrt(squares / xs.length),
    left_out: pairsOf(site, reference).xs.length - xs.length,
  };
}

/** Without zeros and runs of a stuck sensor. */
export function usable(values: MaybeNumbers): (number | null)[] {
  const kept = values.map((value) => (value === 0 ? null : value));
  for (let start = 0; start < values.length; ) {
    let end = start + 1;
    while (end < values.length && values[end] === values[start]) end++;
    if (end - start >= STUCK_HOURS) kept.fill(null, start, end);
    start = end;
  }
  return kept;
}

/** Why a fit cannot be taken over. */
export const fitRefusals = ['few_hours', 'weak', 'kb_unknown', 'k_limits'] as const;
export type FitRefusal = (typeof fitRefusals)[number];

export interface TakenOver {
  /** What the device is to hold from now on; null where `why` says that it cannot be offered. */
  wanted: Kb | null;
  why: FitRefusal | null;
}

/**
 * The values that were fitted had been corrected: K and B come after what made them. The platform's own correction stays
 * where it is, so that the device is told what makes both together right.
 */
export function takenOver(fit: Fit, device: Kb | undefined, platform: Kb = { k: 1, b: 0 }): TakenOver {
  const known = offered(fit);
  if (typeof known === 'string') return { wanted: null, why: known };
  if (!device) return { wanted: null, why: 'kb_unknown' };
  const all = composed(composed(device, platform), known);
  return withinLimits({ k: all.k / platform.k, b: (all.b - platform.b) / platform.k });
}

/** The same where the platform corrects: whatever the device does stays as it is. */
export function takenOverInPlatform(fit: Fit, platform: Kb): TakenOver {
  const known = offered(fit);
  return typeof known === 'string' ? { wanted: null, why: known } : withinLimits(composed(platform, known));
}

function offered({ k, b, r2, n }: Fit): Kb | FitRefusal {
  if (n < LEAST_HOURS) return 'few_hours';
  return k === null || b === null || r2 === null || r2 < LEAST_R2 ? 'weak' : { k, b };
}

/** More digits say nothing about the air, and do not fit into a form. */
const DIGITS = 6;
const short = (value: number) => Number(value.toPrecision(DIGITS));

function withinLimits({ k, b }: Kb): TakenOver {
  const wanted = { k: short(k), b: short(b) };
  return wanted.k >= LEAST_K && wanted.k <= MOST_K
    ? { wanted, why: null }
    : { wanted: null, why: 'k_limits' };
}
