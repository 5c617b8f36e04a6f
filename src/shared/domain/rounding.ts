/** More digits than any instrument gives, fewer than the 15 that survive arithmetic. */
const meantDigits = 12;

/**
 * The number that was meant: without what summing (0.1 + 0.2) or a `real` column (0.15000000596046448) has added to
 * it. Compare and round only numbers that have gone through here.
 */
export function withoutNoise(value: number): number {
  // Nothing to strip from six decimals or fewer, and much faster than by way of a text.
  if (Math.round(value * 1e6) / 1e6 === value) return value;
  const meant = Number(value.toPrecision(meantDigits));
  if (Math.fround(value) !== value) return meant;
  const asReal = [6, 7, 8, 9].map((digits) => Number(value.toPrecision(digits)));
  return asReal.find((named) => Math.fround(named) === value) ?? meant;
}

/** GB/T 8170: to the nearest, and from the middle to the even neighbour: 0.25 → 0.2, 0.35 → 0.4. */
export function roundHalfEven(value: number, decimals = 0): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const scale = 10 ** decimals;
  const scaled = withoutNoise(withoutNoise(value) * scale);
  const below = Math.floor(scaled);
  const beyond = scaled - below;
  const up = beyond > 0.5 || (beyond === 0.5 && below % 2 !== 0);
  // Adding 0 turns -0, which would be shown as "-0", into 0.
  return (up ? below + 1 : below) / scale + 0;
}
