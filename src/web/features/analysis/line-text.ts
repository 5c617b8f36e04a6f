import type { Fit } from '#shared/domain/correlation.ts';

/** "y = 0.9789x + 11.40"; "–" without a fit. */
export function lineText({ k, b }: Pick<Fit, 'k' | 'b'>): string {
  if (k === null || b === null) return '–';
  return `y = ${k.toPrecision(4)}x ${b < 0 ? '−' : '+'} ${Math.abs(b).toPrecision(4)}`;
}
