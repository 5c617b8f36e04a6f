/** A pseudo-random number from 0 up to 1 that depends on its arguments only. */
export function chance(seed: number, n: number): number {
  let bits = Math.imul(seed, 0x9e3779b1) ^ Math.imul(Math.floor(n), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** Smooth noise from -1 to 1 that changes direction about once per unit of `t`. */
export function ripple(seed: number, t: number): number {
  const from = Math.floor(t);
  const part = t - from;
  const ease = part * part * (3 - 2 * part);
  const a = chance(seed, from);
  return 2 * (a + (chance(seed, from + 1) - a) * ease) - 1;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
