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

/** A factor in one line of a report. */
export interface LineValue {
  /** As it stands in the report. */
  value: number | null;
  /** What means are made of: GB/T 8170 rounds once. */
  exact: number | null;
  /** Whether it counts. */
  valid: boolean;
  over: boolean;
  /** What the line itself rests on; of a month its days. */
  coverage: Coverage;
}

/** What counts of some lines: bare numbers, as the days of a network's year are many. */
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
  /** Values of the whole period, and of what has passed of it. */
  whole: number;
  sofar: number;
  /** How a figure stands in the report. */
  reported(value: number): number;
  /** Whether there is a limit to be over. */
  limited: boolean;
  /** Of water: what its months and years need. */
  water?: WaterNeeds | undefined;
  /** The period is not over: water is evaluated with what there is. */
  running: boolean;
  /** Of a year: its days, which its extremes, its days over a limit and its direction are of. */
  days?: Counted | undefined;
}

/** What a report says of a factor, and its mean before it was rounded. */
export interface Summary extends ReportSummary {
  exact: number | null;
}

/** One factor over the whole period, from its lines. */
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
    // A day may have enough hours before it is over.
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

/** GB 3095: a year is the mean of its valid days, so that a month counts by how many of them it has. */
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
