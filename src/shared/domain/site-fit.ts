import { LEAST_K, MOST_K } from './command-kinds.ts';
import { type Fit, fitLine, type MaybeNumbers, pairsOf } from './correlation.ts';
import { composed, type Kb } from './kb.ts';

/** A fit with fewer hours or a lower R² is not offered. */
export const LEAST_HOURS = 24;
export const LEAST_R2 = 0.6;
/** This many equal consecutive hours mean a stuck sensor. */
export const STUCK_HOURS = 6;

export interface SiteFit extends Fit {
  /** Root mean square difference to the reference before the fit; `rmse` is that after it. */
  rmse_before: number | null;
  /** Hours with both values that were excluded. */
  left_out: number;
}

/** Least squares fit of the reference on a site, without zeros, stuck sensors and excluded hours. */
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

/** Null for zeros and for runs of a stuck sensor. */
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

/** Why a fit cannot be applied. */
export const fitRefusals = ['few_hours', 'weak', 'kb_unknown', 'k_limits'] as const;
export type FitRefusal = (typeof fitRefusals)[number];

export interface TakenOver {
  /** K and B to set in the device; null if `why` gives a reason. */
  wanted: Kb | null;
  why: FitRefusal | null;
}

/**
 * The fitted values were already corrected, so the new K and B are composed with the device's. The platform's own
 * correction remains, so the device gets values that are right together with it.
 */
export function takenOver(fit: Fit, device: Kb | undefined, platform: Kb = { k: 1, b: 0 }): TakenOver {
  const known = offered(fit);
  if (typeof known === 'string') return { wanted: null, why: known };
  if (!device) return { wanted: null, why: 'kb_unknown' };
  const all = composed(composed(device, platform), known);
  return withinLimits({ k: all.k / platform.k, b: (all.b - platform.b) / platform.k });
}

/** The same for a correction in the platform; the device's correction remains. */
export function takenOverInPlatform(fit: Fit, platform: Kb): TakenOver {
  const known = offered(fit);
  return typeof known === 'string' ? { wanted: null, why: known } : withinLimits(composed(platform, known));
}

function offered({ k, b, r2, n }: Fit): Kb | FitRefusal {
  if (n < LEAST_HOURS) return 'few_hours';
  return k === null || b === null || r2 === null || r2 < LEAST_R2 ? 'weak' : { k, b };
}

/** More digits are not significant and do not fit into a form. */
const DIGITS = 6;
const short = (value: number) => Number(value.toPrecision(DIGITS));

function withinLimits({ k, b }: Kb): TakenOver {
  const wanted = { k: short(k), b: short(b) };
  return wanted.k >= LEAST_K && wanted.k <= MOST_K
    ? { wanted, why: null }
    : { wanted: null, why: 'k_limits' };
}
