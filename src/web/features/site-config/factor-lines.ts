import { problemsOf } from '#shared/contract/problems.ts';
import { type SiteFactor, type SiteFactorRow, siteFactor } from '#shared/contract/site-config/factors.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { mergeEdits } from '#web/ui/form-conflict.ts';
import type { Factor } from '#web/widgets/useFactors.ts';

/** Editable factor of a site; the list order is the sort order. */
export interface FactorLine {
  component_id: number;
  decimals: number | null;
  range_min: number | null;
  range_max: number | null;
  k: number | null;
  b: number | null;
  interval_seconds: number | null;
}

/** Factor with its defaults, used where the line has no value of its own. */
export type LineFactor = Pick<
  Factor,
  'component_name' | 'component_name_en' | 'formula' | 'unit' | 'decimals' | 'range_min' | 'range_max'
>;

export function factorIn(rows: readonly SiteFactorRow[], component_id: number): LineFactor | undefined {
  const row = rows.find((one) => one.component_id === component_id);
  return (
    row && {
      ...row,
      decimals: row.component_decimals,
      range_min: row.component_range_min,
      range_max: row.component_range_max,
    }
  );
}

export type Figure = Exclude<keyof FactorLine, 'component_id'>;

export function lineOf(component_id: number): FactorLine {
  return {
    component_id,
    ...{ decimals: null, range_min: null, range_max: null, k: 1, b: 0, interval_seconds: null },
  };
}

export function linesOf(rows: readonly SiteFactorRow[]): FactorLine[] {
  return rows.map(({ component_id, decimals, range_min, range_max, k, b, interval_seconds }) => ({
    component_id,
    decimals,
    range_min,
    range_max,
    k,
    b,
    interval_seconds,
  }));
}

/** Input of the call: the list order becomes `sort`. */
export function factorsOf(lines: readonly FactorLine[]): SiteFactor[] {
  return lines.map((line, at) => ({ ...line, sort: at + 1 }) as SiteFactor);
}

export function problemsIn(line: FactorLine): Map<string, Omit<FieldProblem, 'field'>> {
  const { error } = siteFactor.safeParse(line, { reportInput: true });
  return new Map(error ? problemsOf(error).map(({ field, ...problem }) => [field, problem]) : []);
}

export function isSame(one: readonly FactorLine[], other: readonly FactorLine[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function moved(lines: readonly FactorLine[], from: number, to: number): FactorLine[] {
  const line = lines[from];
  return line && to >= 0 && to < lines.length ? lines.toSpliced(from, 1).toSpliced(to, 0, line) : [...lines];
}

/** Copies another site's factors. K and B belong to an instrument, so each site keeps its own. */
export function copiedFrom(theirs: readonly FactorLine[], mine: readonly FactorLine[]): FactorLine[] {
  return theirs.map((line) => {
    const { k, b } = mine.find(({ component_id }) => component_id === line.component_id) ?? lineOf(0);
    return { ...line, k, b };
  });
}

interface Merged {
  lines: FactorLine[];
  /** Factors that the other user changed. */
  touched: number[];
}

/** Three-way merge of concurrent changes by factor; the user's own changes win. */
export function mergeLines(
  opened: readonly FactorLine[],
  theirs: readonly FactorLine[],
  mine: readonly FactorLine[],
): Merged {
  const [first, then] = keepsOrder(idsOf(opened), idsOf(mine)) ? [theirs, mine] : [mine, theirs];
  const order = [...new Set([...idsOf(first), ...idsOf(then)])];
  const keys = [...new Set([...order, ...idsOf(opened)])];
  const { values, differences } = mergeEdits(keys, byId(opened), byId(theirs), byId(mine));
  return {
    lines: order.flatMap((id) => (values[id] as FactorLine | undefined) ?? []),
    touched: differences.map(({ key }) => Number(key)),
  };
}

/** Whether the common factors have the same order. */
function keepsOrder(opened: readonly string[], mine: readonly string[]): boolean {
  const kept = opened.filter((id) => mine.includes(id));
  return mine.filter((id) => opened.includes(id)).every((id, at) => id === kept[at]);
}

function idsOf(lines: readonly FactorLine[]): string[] {
  return lines.map(({ component_id }) => String(component_id));
}

function byId(lines: readonly FactorLine[]): Record<string, FactorLine> {
  return Object.fromEntries(lines.map((line) => [line.component_id, line]));
}
