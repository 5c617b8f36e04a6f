import { type Newest, newestOf } from '#server/series/merge.ts';
import type { ReadingRow } from '#server/series/store.ts';

/** The parts of a row that run parallel to its factors. */
const PARTS = ['avg', 'min', 'max', 'cou', 'zs', 'raw'] as const;

/**
 * Splits a batch into passes in which each site and period occurs once, because a statement must not touch a row twice.
 * Parts of a split packet carry different factors and become one row; an equal value is dropped; a value that
 * contradicts an earlier one goes into a later pass, so that the replaced value is recorded as a revision.
 */
export function passesOf(rows: readonly ReadingRow[]): ReadingRow[][] {
  const passes: Map<string, ReadingRow>[] = [];
  for (const row of rows) {
    const key = `${row.site_id} ${row.ts.getTime()}`;
    let place = 0;
    for (; ; place++) {
      const pass = passes[place] ?? new Map<string, ReadingRow>();
      passes[place] = pass;
      const there = pass.get(key);
      const merged = there ? withoutContradiction(there, row) : row;
      if (!merged) continue;
      // If a later pass has this key already, this row must come after it.
      if (passes.slice(place + 1).some((later) => later.has(key))) continue;
      pass.set(key, merged);
      break;
    }
  }
  return passes.map((pass) => [...pass.values()].sort(bySiteAndTime));
}

function bySiteAndTime(a: ReadingRow, b: ReadingRow): number {
  return a.site_id - b.site_id || a.ts.getTime() - b.ts.getTime();
}

/** Both rows as one; undefined if they contradict each other. */
function withoutContradiction(a: ReadingRow, b: ReadingRow): ReadingRow | undefined {
  if (a.origin !== b.origin) return undefined;
  for (const [j, fid] of b.fids.entries()) {
    const i = a.fids.indexOf(fid);
    if (i >= 0 && !sameAt(a, i, b, j)) return undefined;
  }
  const fids = [...new Set([...a.fids, ...b.fids])].sort((x, y) => x - y);
  return { ...a, ...gather(fids, [b, a]) };
}

function sameAt(a: ReadingRow, i: number, b: ReadingRow, j: number): boolean {
  if ((a.flags?.[i] ?? '') !== (b.flags?.[j] ?? '')) return false;
  return PARTS.every((part) => {
    const x = a[part]?.[i] ?? null;
    const y = b[part]?.[j] ?? null;
    return x === null || y === null || x === y;
  });
}

/** The factors' values, each from the first row that has it. */
function gather(fids: number[], rows: readonly ReadingRow[]): Pick<ReadingRow, 'fids' | 'avg' | 'flags'> {
  const places = rows.map((row) => new Map(row.fids.map((fid, index) => [fid, index])));
  const pick = (part: (typeof PARTS)[number]) =>
    fids.map((fid) => {
      for (const [r, row] of rows.entries()) {
        const at = places[r]?.get(fid);
        const value = at === undefined ? null : (row[part]?.[at] ?? null);
        if (value !== null) return value;
      }
      return null;
    });
  const flags = fids.map((fid) => {
    const r = places.findIndex((place) => place.has(fid));
    return rows[r]?.flags?.[places[r]?.get(fid) ?? -1] ?? '';
  });
  const parts = Object.fromEntries(
    PARTS.map((part) => [part, pick(part)] as const).filter(
      ([part, values]) => part === 'avg' || values.some((value) => value !== null),
    ),
  );
  return {
    ...(parts as Pick<ReadingRow, 'avg'>),
    fids,
    flags: flags.some((flag) => flag !== '') ? flags : undefined,
  };
}

export interface LatestRow
  extends Pick<ReadingRow, 'site_id' | 'data_type' | 'ts' | 'fids' | 'avg' | 'flags'> {
  /** Times per factor, if they differ from `ts`. */
  tss?: Date[];
}

/** The newest value of every factor in a batch: one row per site and data type. */
export function latestOf(rows: readonly ReadingRow[]): LatestRow[] {
  const newest = new Map<string, LatestRow>();
  for (const row of rows) {
    const key = `${row.site_id} ${row.data_type}`;
    const there = newest.get(key);
    newest.set(key, there ? newer(there, row) : row);
  }
  return [...newest.values()].sort((a, b) => a.site_id - b.site_id);
}

function newer(a: LatestRow, b: LatestRow): LatestRow {
  const sameFactors = a.fids.length === b.fids.length && a.fids.every((fid, i) => fid === b.fids[i]);
  if (sameFactors && !a.tss && b.ts.getTime() !== a.ts.getTime()) return b.ts > a.ts ? b : a;
  const fids = [...new Set([...a.fids, ...b.fids])].sort((x, y) => x - y);
  const picked = fids.flatMap((fid) => {
    const [old, said] = [newestIn(a, fid), newestIn(b, fid)];
    return (said ? newestOf(old, said) : old) ?? [];
  });
  const ts = new Date(Math.max(a.ts.getTime(), b.ts.getTime()));
  const mixed = picked.some((one) => one.ts.getTime() !== ts.getTime());
  return {
    site_id: a.site_id,
    data_type: a.data_type,
    ts,
    fids,
    avg: picked.map(({ avg }) => avg),
    flags: picked.some(({ flag }) => flag !== '') ? picked.map(({ flag }) => flag) : undefined,
    tss: mixed ? picked.map((one) => one.ts) : undefined,
  };
}

function newestIn({ fids, avg, flags, ts, tss }: LatestRow, fid: number): Newest | undefined {
  const i = fids.indexOf(fid);
  return i < 0 ? undefined : { ts: tss?.[i] ?? ts, avg: avg[i] ?? null, flag: flags?.[i] ?? '' };
}
