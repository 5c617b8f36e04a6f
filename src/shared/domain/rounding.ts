/** More digits than any instrument has, fewer than the 15 that survive arithmetic. */
const meantDigits = 12;

/**
 * Removes floating-point noise, as from sums (0.1 + 0.2) or a `real` column (0.15000000596046448). Compare and round
 * only numbers that went through here.
 */
export function withoutNoise(value: number): number {
  // Fast path: up to six decimals there is nothing to remove.
  if (Math.round(value * 1e6) / 1e6 === value) return value;
  return Math.fround(value) === value ? shortestReal(value) : Number(value.toPrecision(meantDigits));
}

/** The shortest number that a `real` column stores as this one; PostgreSQL prints the same. */
export function shortestReal(value: number): number {
  // Fast path without text, for up to seven digits before the point.
  for (let scale = 1; scale < 1e10 && Math.abs(value) < 1e7; scale *= 10) {
    const nearest = Math.round(value * scale);
    const isUneven = nearest - value * scale === 0.5 && nearest % 2 !== 0;
    const short = (isUneven ? nearest - 1 : nearest) / scale;
    if (Math.fround(short) === value) return short;
  }
  const named = [6, 7, 8].map((digits) => Number(value.toPrecision(digits)));
  return named.find((short) => Math.fround(short) === value) ?? Number(value.toPrecision(9));
}

/** Largest relative error of a `real`. */
const noise = 1e-7;

/** GB/T 8170: to the nearest, ties to even: 0.25 → 0.2, 0.35 → 0.4. */
export function roundHalfEven(value: number, decimals = 0): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const scale = 10 ** decimals;
  const scaled = value * scale;
  // Noise matters only near a tie, and removing it costs much more than rounding.
  const whole = isNearMiddle(scaled, noise) ? halfEven(withoutNoise(value) * scale) : Math.round(scaled);
  // Adding 0 turns -0, which would be shown as "-0", into 0.
  return whole / scale + 0;
}

/** Significant digits of a `real`: sums are stored as such, so a mean has no more. */
const realDigits = 7;

/** The same for a mean of `real` values, where a tie is slightly off. */
export function roundRealMean(value: number, decimals: number): number {
  const isClose = isNearMiddle(value * 10 ** decimals, 10 * noise);
  return roundHalfEven(isClose ? Number(value.toPrecision(realDigits)) : value, decimals);
}

function isNearMiddle(scaled: number, share: number): boolean {
  return Math.abs(scaled - Math.floor(scaled) - 0.5) <= share * Math.abs(scaled);
}

function halfEven(scaled: number): number {
  const meant = withoutNoise(scaled);
  const below = Math.floor(meant);
  const beyond = meant - below;
  return beyond > 0.5 || (beyond === 0.5 && below % 2 !== 0) ? below + 1 : below;
}
