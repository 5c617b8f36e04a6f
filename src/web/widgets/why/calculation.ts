import type { AirItem } from '#shared/contract/air/air.ts';
import { type ReportPeriod, reportColumns } from '#shared/domain/air-report.ts';
import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { iaqiStep } from '#shared/domain/iaqi.ts';
import { withoutNoise } from '#shared/domain/rounding.ts';

/** IAQI interpolation written out with its breakpoints; undefined beyond the last one. */
export function calculation(
  edition: AqiEdition,
  period: ReportPeriod,
  { figure, concentration, iaqi }: Pick<AirItem, 'figure' | 'concentration' | 'iaqi'>,
): string | undefined {
  const item = reportColumns(edition, period).find((column) => column.figure === figure)?.item;
  if (!item || concentration === null || iaqi === null) return undefined;
  const step = iaqiStep(edition, item, concentration);
  if (!step) return undefined;
  const { low, high, from, to } = step;
  const exact = withoutNoise(((to - from) * (concentration - low)) / (high - low) + from);
  // HJ 633: fractions are rounded up.
  const result = exact === iaqi ? `${iaqi}` : `${exact.toFixed(2)} → ${iaqi}`;
  return `(${to} − ${from}) ÷ (${high} − ${low}) × (${concentration} − ${low}) + ${from} = ${result}`;
}
