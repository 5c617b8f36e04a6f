import type { ReportSummary } from '#shared/contract/reports/reports.ts';
import type { Averaging } from '#shared/domain/averaging.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { mean as meanOf } from '#shared/domain/statistics.ts';
import {
  type Coverage,
  isValid,
  isValidWaterYear,
  isValidYear,
  type WaterNeeds,
  yearNeeds,
} from '#shared/domain/validity.ts';
import { circularMean } from '#shared/domain/wind.ts';

export interface LineValue {
  /** Rounded, as reported. */
  value: number | null;
  /** Unrounded, for means: GB/T 8170 allows only one rounding. */
  exact: number | null;
  valid: boolean;
  over: boolean;
  /** The line's coverage; of a month, its days. */
  coverage: Coverage;
}

/** The valid values of some lines. Plain numbers, because a network's year has many days. */
export interface Counted {
  values: number[];
  exact: number[];
  over: number;
}

export function nothingCounted(): Counted {
  return { values: [], exact: [], over: 0 };
}

export function count(counted: Counted, { value, exact, valid, over }: LineValue): void {
  if (!valid || value === null || exact === null) return;
  counted.values.push(value);
  counted.exact.push(exact);
  if (over) counted.over += 1;
}

export interface Expectation {
  kind: ReportKind;
  factor: { averaging: Averaging; code: string | null };
  /** Expected values of the whole period, and of the part that has passed. */
  whole: number;
  sofar: number;
  /** Rounds a figure for the report. */
  reported(value: number): number;
  /** Whether the factor has a limit. */
  limited: boolean;
  /** Validity requirements for months and years of water. */
  water?: WaterNeeds | undefined;
  /** The period is not over: water is then evaluated with the available data. */
  running: boolean;
  /** Year only: its days, for extremes, days over the limit and wind direction. */
  days?: Counted | undefined;
}

/** A factor's summary with its unrounded mean. */
export interface Summary extends ReportSummary {
  exact: number | null;
}

/** The summary of a factor over the whole period. */
export function summaryOf(lines: readonly LineValue[], expectation: Expectation): Summary {
  const { kind, factor, whole, sofar, reported, limited, days, water } = expectation;
  const { averaging, code } = factor;
  const { values, exact, over } = days ?? countedOf(lines);
  const valid =
    kind === 'year' ? lines.reduce((days, { coverage }) => days + coverage.valid, 0) : values.length;
  const mean =
    kind === 'year' && averaging === 'mean' ? meanOfDays(lines.filter(hasValue)) : average(exact, averaging);
  return {
    mean: mean === null ? null : reported(mean),
    exact: mean,
    max: averaging === 'mean' && values.length > 0 ? Math.max(...values) : null,
    min: averaging === 'mean' && values.length > 0 ? Math.min(...values) : null,
    valid,
    // An unfinished day may already have more valid values than expected so far.
    expected: Math.max(sofar, valid),
    over: limited ? over : null,
    usable: water
      ? usableWater(expectation, lines, { valid, expected: whole, water })
      : usable(kind, code, lines, { valid, expected: whole }),
  };
}

function countedOf(lines: readonly LineValue[]): Counted {
  const counted = nothingCounted();
  for (const line of lines) count(counted, line);
  return counted;
}

function hasValue(line: LineValue): line is LineValue & { value: number; exact: number } {
  return line.value !== null && line.exact !== null;
}

function average(values: readonly number[], averaging: Averaging): number | null {
  if (averaging === 'circular') return circularMean(values) ?? null;
  return averaging === 'last' ? (values.at(-1) ?? null) : meanOf(values);
}

/** GB 3095: the annual mean is the mean of valid days, so months are weighted by their valid days. */
function meanOfDays(months: readonly { exact: number; coverage: Coverage }[]): number | null {
  const days = months.reduce((sum, { coverage }) => sum + coverage.valid, 0);
  if (days === 0) return null;
  return months.reduce((sum, { exact, coverage }) => sum + exact * coverage.valid, 0) / days;
}

function usable(
  kind: ReportKind,
  code: string | null,
  lines: readonly LineValue[],
  coverage: Coverage,
): boolean | null {
  switch (kind) {
    case 'day':
      return isValid('day', coverage);
    case 'week':
      return null;
    case 'month':
      return isValid('month', coverage);
    case 'year':
      return isValidYear(
        lines.map((line) => line.coverage),
        yearNeeds(code),
      );
  }
}

function usableWater(
  { kind, running }: Expectation,
  lines: readonly LineValue[],
  coverage: Coverage & { water: WaterNeeds },
): boolean | null {
  if (kind === 'week') return null;
  if (running || kind === 'day') return coverage.valid > 0;
  if (kind === 'month') return isValid('month', coverage);
  return isValidWaterYear(
    lines.map((line) => line.coverage),
    coverage.water,
  );
}
