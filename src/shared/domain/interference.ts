import { MOST_INTERFERENCE } from './command-kinds.ts';
import type { Kb } from './kb.ts';

/** The share of another factor's corrected value that a sensor measures as its own. */
export interface Coefficient {
  component_id: number;
  other: number;
  c: number;
}

/** From this product on, two gases that interfere with each other oscillate instead of converging. */
export const MOST_PAIR = 0.5;

export interface CoefficientProblem {
  component_id: number;
  other: number;
  problem: 'own_factor' | 'interference_range' | 'repeated' | 'unstable_pair' | 'unstable_matrix';
}

/** What prevents a matrix from being solved safely; empty if it is fine. Coefficients of 0 are ignored. */
export function matrixProblems(all: readonly Coefficient[]): CoefficientProblem[] {
  const problems: CoefficientProblem[] = [];
  const known = new Map<string, number>();
  const find = (of: Coefficient, problem: CoefficientProblem['problem']) =>
    problems.push({ component_id: of.component_id, other: of.other, problem });
  for (const each of all) {
    const { component_id, other, c } = each;
    const key = `${component_id} ${other}`;
    if (component_id === other) find(each, 'own_factor');
    else if (!(Math.abs(c) <= MOST_INTERFERENCE)) find(each, 'interference_range');
    else if (known.has(key)) find(each, 'repeated');
    known.set(key, c);
  }
  for (const each of all) {
    const back = known.get(`${each.other} ${each.component_id}`) ?? 0;
    if (each.component_id !== each.other && Math.abs(each.c * back) >= MOST_PAIR) find(each, 'unstable_pair');
  }
  if (problems.length > 0) return problems;
  const [first] = all.filter(({ c }) => c !== 0);
  // For cycles of three and more, the same bound as for a pair.
  if (first && determinant(all) <= MOST_PAIR) find(first, 'unstable_matrix');
  return problems;
}

/** Determinant of I + C. */
function determinant(all: readonly Coefficient[]): number {
  const ids = [...new Set(all.flatMap(({ component_id, other }) => [component_id, other]))];
  const rows = ids.map((id) => ids.map((other) => (id === other ? 1 : coefficientOf(all, id, other))));
  let product = 1;
  for (let place = 0; place < rows.length; place++) {
    if (!pivot(rows, place)) return 0;
    product *= rows[place]?.[place] ?? 0;
    eliminate(rows, place, place + 1);
  }
  // Each swapped row changes the sign.
  return product * swaps(rows);
}

const coefficientOf = (all: readonly Coefficient[], component_id: number, other: number) =>
  all.find((each) => each.component_id === component_id && each.other === other)?.c ?? 0;

interface Row extends Array<number> {
  turned?: boolean;
}

const swaps = (rows: readonly Row[]) => (rows.filter(({ turned }) => turned).length % 2 === 0 ? 1 : -1);

const NOTHING = 1e-12;

/** Moves the largest element of a column to the diagonal; false if there is none. */
function pivot(rows: Row[], place: number): boolean {
  let best = place;
  for (let row = place + 1; row < rows.length; row++)
    if (Math.abs(rows[row]?.[place] ?? 0) > Math.abs(rows[best]?.[place] ?? 0)) best = row;
  const [found, here] = [rows[best], rows[place]];
  if (!found || !here || Math.abs(found[place] ?? 0) < NOTHING) return false;
  if (best !== place) {
    rows[place] = found;
    rows[best] = here;
    found.turned = !found.turned;
  }
  return true;
}

function eliminate(rows: readonly Row[], place: number, from: number): void {
  const by = rows[place] ?? [];
  for (let row = from; row < rows.length; row++) {
    const other = rows[row];
    if (!other || row === place) continue;
    const share = (other[place] ?? 0) / (by[place] ?? 1);
    if (share === 0) continue;
    for (let at = place; at < by.length; at++) other[at] = (other[at] ?? 0) - share * (by[at] ?? 0);
  }
}

const NO_CHANGE: Kb = { k: 1, b: 0 };

/** K and B of each factor (1 and 0 if absent), and the interference between factors. */
export interface Corrections {
  kb: ReadonlyMap<number, Kb>;
  matrix: readonly Coefficient[];
}

/**
 * corrected = K × (raw − Σ c × other) + B, where `other` is the corrected value of the interfering factor; factors that
 * interfere with each other are solved together. The term of a factor without a value is left out. Keeps the order of
 * `fids` and the values.
 */
export function correctedValues(
  fids: readonly number[],
  raw: readonly (number | null)[],
  { kb, matrix }: Corrections,
): (number | null)[] {
  const plain = raw.map((value, i) => {
    const { k, b } = kb.get(fids[i] ?? 0) ?? NO_CHANGE;
    return value === null ? null : k * value + b;
  });
  const terms = matrix.filter(({ component_id, other, c }) => {
    const [own, from] = [fids.indexOf(component_id), fids.indexOf(other)];
    return c !== 0 && (plain[own] ?? null) !== null && (plain[from] ?? null) !== null;
  });
  if (terms.length === 0) return plain;
  const ids = [...new Set(terms.flatMap(({ component_id, other }) => [component_id, other]))];
  const rows: Row[] = ids.map((id) => [
    ...ids.map((other) => (id === other ? 1 : (kb.get(id) ?? NO_CHANGE).k * coefficientOf(terms, id, other))),
    plain[fids.indexOf(id)] ?? 0,
  ]);
  for (let place = 0; place < rows.length; place++) {
    if (!pivot(rows, place)) return plain;
    eliminate(rows, place, 0);
  }
  const solved = new Map(ids.map((id, i) => [id, (rows[i]?.[ids.length] ?? 0) / (rows[i]?.[i] ?? 1)]));
  return plain.map((value, i) => solved.get(fids[i] ?? 0) ?? value);
}

/** The inverse: the raw values that gave these corrected ones. */
export function rawValues(
  fids: readonly number[],
  corrected: readonly (number | null)[],
  { kb, matrix }: Corrections,
): (number | null)[] {
  return corrected.map((value, i) => {
    const fid = fids[i] ?? 0;
    if (value === null) return null;
    const { k, b } = kb.get(fid) ?? NO_CHANGE;
    const added = matrix.reduce((sum, { component_id, other, c }) => {
      const from = component_id === fid ? (corrected[fids.indexOf(other)] ?? null) : null;
      return from === null ? sum : sum + c * from;
    }, 0);
    return (value - b) / k + added;
  });
}
