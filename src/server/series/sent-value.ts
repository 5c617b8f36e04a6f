import { shortestReal } from '#shared/domain/rounding.ts';

/**
 * A value of a grid as it was sent; null if there is none. Shown values are truncated, so 19.4 stored as 19.39999… would
 * be shown as 19.3.
 */
export function sentValue(value: number): number | null {
  return Number.isFinite(value) ? shortestReal(value) : null;
}
