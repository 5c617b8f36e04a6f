import type { DataType } from '#protocol/commands.ts';
import type { Effective } from '#server/series/effective.ts';
import type { Value } from '#server/series/merge.ts';
import type {
  BucketRow,
  BucketsQuestion,
  LatestOfSite,
  Paged,
  RangeQuestion,
  Span,
  StoredReading,
} from '#server/series/store.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { WaterNeeds } from '#shared/domain/validity.ts';
import { dataTypes, inOrder, type Memory, type Row, type Rows } from './memory.ts';

/** Rows of a period that have one of the requested factors, by time and site. */
export function rowsIn<Kept>(rows: Rows<Kept>, { site_ids, fids, from, to }: Span): Row<Kept>[] {
  return [...rows.values()]
    .filter(({ site_id, ts }) => site_ids.includes(site_id) && ts >= from && ts < to)
    .filter(({ values }) => !fids || fids.some((fid) => values.has(fid)))
    .sort((a, b) => a.ts.getTime() - b.ts.getTime() || a.site_id - b.site_id);
}

function page<One>(rows: One[], { newest_first, limit, offset = 0 }: Paged): One[] {
  const ordered = newest_first ? rows.toReversed() : rows;
  return ordered.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** A property of each requested factor; undefined if all factors of the row have the default. */
function partOf<Kept, Part>(
  values: Map<number, Kept>,
  fids: readonly number[],
  of: (value: Kept) => Part,
  usual: Part,
): Part[] | undefined {
  if ([...values.values()].every((value) => of(value) === usual)) return undefined;
  return fids.map((fid) => of(values.get(fid) as Kept));
}

const asked = <Kept>(values: Map<number, Kept>, fids: readonly number[] | undefined) =>
  [...values.keys()].filter((fid) => !fids || fids.includes(fid));

export function range({ readings }: Memory, question: RangeQuestion): StoredReading[] {
  return page(rowsIn(readings[question.data_type], question), question).map(({ site_id, ts, values }) => {
    const fids = asked(values, question.fids);
    const part = <Part>(of: (value: Value) => Part, usual: Part) => partOf(values, fids, of, usual);
    const figure = (name: 'min' | 'max' | 'cou' | 'zs' | 'raw') =>
      question.extremes === false ? undefined : part((value) => value[name], null);
    return {
      ...{ site_id, ts: ts.toISOString(), fids },
      avg: fids.map((fid) => values.get(fid)?.avg ?? null),
      ...{ min: figure('min'), max: figure('max'), cou: figure('cou'), zs: figure('zs'), raw: figure('raw') },
      flags: part(({ flag }) => flag, ''),
      origins: part(({ origin }) => origin, 'l'),
    } as StoredReading;
  });
}

export function buckets(
  { sums }: Memory,
  question: BucketsQuestion,
  waterOf: ReadonlyMap<number, WaterNeeds>,
): BucketRow[] {
  const all = rowsIn(sums[question.level], question);
  const last = new Map(all.map((row) => [row.site_id, row]));
  const newest = [...last.values()].sort((a, b) => a.site_id - b.site_id);
  const rows = question.newest_only
    ? page(newest, { ...question, newest_first: false })
    : page(all, question);
  return rows.map(({ site_id, ts, values }) => {
    const fids = asked(values, question.fids);
    const part = <Part>(of: (value: Effective) => Part, usual: Part) => partOf(values, fids, of, usual);
    const figure = (name: 'min' | 'max' | 'cou') =>
      question.extremes === false ? undefined : part((value) => value[name], null);
    return {
      ...{ site_id, ts: ts.toISOString(), fids },
      avg: fids.map((fid) => values.get(fid)?.value ?? null),
      ...{ min: figure('min'), max: figure('max'), cou: figure('cou') },
      ...{ n: part(({ n }) => n, 1), valid: part(({ valid }) => valid, 1) },
      expected: part(({ expected }) => expected, 1),
      origins: fids.map((fid) => values.get(fid)?.origin),
      flags: part(({ flag }) => flag, ''),
      water: question.level === 'hour' ? undefined : waterOf.get(site_id),
    } as BucketRow;
  });
}

/** The newest values of the finest data type that the site sends. */
function finest(memory: Memory, site_id: number, data_type?: DataType) {
  const types = data_type ? [data_type] : dataTypes;
  return types.flatMap((type) => memory.newest.get(`${site_id} ${type}`) ?? [])[0];
}

const lastOf = (times: readonly Date[]) => new Date(Math.max(...times.map((ts) => ts.getTime())));

export function latest(memory: Memory, site_ids: readonly number[], data_type?: DataType): LatestOfSite[] {
  return [...new Set(site_ids)]
    .sort((a, b) => a - b)
    .flatMap((site_id): LatestOfSite[] => {
      const types = data_type ? [data_type] : dataTypes;
      const real = types.flatMap((type) => memory.newest.get(`${site_id} ${type}`) ?? []);
      const shownAs = data_type ?? 'realtime';
      const made = shownAs === 'realtime' || shownAs === 'minute' ? memory.simulated.get(site_id) : undefined;
      const isCovered = real.some(({ values }) =>
        [...values.values()].some(({ ts }) => made && ts >= made.ts),
      );
      if (made && !isCovered) {
        const ts = made.ts.toISOString();
        const values = [...inOrder(made.values)].map(([fid, value]) => ({ fid, value, flag: '', ts }));
        return [{ site_id, data_type: shownAs, ts, received_at: ts, values }];
      }
      const found = finest(memory, site_id, data_type);
      if (!found) return [];
      const values = [...inOrder(found.values)].map(([fid, { avg, flag, ts }]) => ({
        ...{ fid, value: avg, flag, ts: ts.toISOString() },
      }));
      const ts = lastOf([...found.values.values()].map((value) => value.ts)).toISOString();
      const received_at = found.received_at.toISOString();
      return [{ site_id, data_type: found.data_type, ts, received_at, values }];
    });
}

/** A factor without values for a day is missing, so its last flag is outdated. */
export function flagged(memory: Memory, flags: readonly string[]): number[] {
  const sites = new Set([...memory.newest.values()].map(({ site_id }) => site_id));
  return [...sites].filter((site_id) => {
    const values = [...(finest(memory, site_id)?.values.values() ?? [])];
    const last = lastOf(values.map(({ ts }) => ts)).getTime();
    return values.some(({ flag, ts }) => flags.includes(flag) && ts.getTime() > last - DAY_MS);
  });
}
