import { problemsOf } from '#shared/contract/problems.ts';
import { type SiteFactor, type SiteFactorRow, siteFactor } from '#shared/contract/site-config/factors.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { mergeEdits } from '#web/ui/form-conflict.ts';
import type { Factor } from '#web/widgets/useFactors.ts';

/** A site's factor while it is being set; its place in the list is its order. */
export interface FactorLine {
  component_id: number;
  decimals: number | null;
  range_min: number | null;
  range_max: number | null;
  k: number | null;
  b: number | null;
  interval_seconds: number | null;
}

/** A factor as a line shows it; its figures hold where the line has none of its own. */
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

/** What is sent: the order becomes a number. */
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

/** Another site's factors. Slope and intercept belong to an instrument: each site keeps its own. */
export function copiedFrom(theirs: readonly FactorLine[], mine: readonly FactorLine[]): FactorLine[] {
  return theirs.map((line) => {
    const { k, b } = mine.find(({ component_id }) => component_id === line.component_id) ?? lineOf(0);
    return { ...line, k, b };
  });
}

interface Merged {
  lines: FactorLine[];
  /** Factors that the other one touched. */
  touched: number[];
}

/** Two people's changes of one list, factor by factor. Where both touched one, mine stays. */
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

/** Whether what both have stands in the same order. */
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
