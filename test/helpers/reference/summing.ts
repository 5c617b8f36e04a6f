import type { SeriesConfig } from '#server/series/config.ts';
import type { Effective } from '#server/series/effective.ts';
import { addRow, type Gathered, nothingOf, type Role } from '#server/series/gathered.ts';
import { NEWS_REACH_MS } from '#server/series/news-reach.ts';
import type { Summed } from '#server/series/store.ts';
import { sumOf } from '#server/series/sums.ts';
import { bucketEnd, type Level } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { keyOf, levels, type Memory, put, type Row, real } from './memory.ts';

const above = { hour: 'day', day: 'month', month: undefined } as const;

/** Aggregates all due buckets of the lowest level that has any; an hour is due when it is over. */
export async function rollUp(
  memory: Memory,
  config: SeriesConfig,
  now: Date,
  tell?: (summed: Summed) => void,
): Promise<number> {
  const over = now.getTime() - HOUR_MS;
  const isDue = (level: Level, bucket: Date) => level !== 'hour' || bucket.getTime() <= over;
  const due = [...memory.marks].filter(([, { level, bucket }]) => isDue(level, bucket));
  const level = levels.find((one) => due.some(([, mark]) => mark.level === one));
  if (!level) return 0;
  const work = due.filter(([, mark]) => mark.level === level);
  const rules = await config.sumRules(work.map(([, { site_id }]) => site_id));
  const changed: { site_id: number; bucket: Date }[] = [];
  for (const [key, { site_id, bucket }] of work) {
    memory.marks.delete(key);
    const known = nothingOf({ site_id, bucket });
    for (const add of membersOf(memory, level, known)) add((into, row) => addRow(into, row, rules));
    const sum = sumOf(level, known, rules);
    const values = new Map(sum?.fids.map((fid, i) => [fid, stored(sum.values[i] as Effective)]));
    const before = memory.sums[level].get(keyOf(site_id, bucket))?.values ?? new Map();
    if (isSame(before, values)) continue;
    put(memory.sums[level], { site_id, ts: bucket, values });
    changed.push({ site_id, bucket });
    const next = above[level];
    if (next) memory.mark(next, site_id, bucket);
  }
  if (level !== 'month')
    memory.tellNews(
      changed
        .filter(({ bucket }) => now.getTime() - bucket.getTime() < NEWS_REACH_MS)
        .map(({ site_id, bucket }) => ({
          ...{ site_id, data_type: level, ts: bucket.toISOString(), resupplied: false },
        })),
    );
  tell?.({ level, buckets: changed });
  return work.length;
}

function isSame(a: Map<number, Effective>, b: Map<number, Effective>): boolean {
  return JSON.stringify([...a]) === JSON.stringify([...b]);
}

const stored = ({ value, min, max, cou, n, valid, expected, origin, flag }: Effective): Effective => ({
  ...{ value: real(value), min: real(min), max: real(max), cou, n, valid, expected, origin, flag },
});

type Add = (add: (into: Gathered, row: Parameters<typeof addRow>[1]) => void) => void;

/** The rows that a bucket is aggregated from, and the values received for the bucket as a whole. */
function membersOf(memory: Memory, level: Level, known: Gathered): Add[] {
  const { readings, sums } = memory;
  const sent = (type: 'realtime' | 'minute' | 'hour' | 'day', role: Role) =>
    within(level, known, readings[type]).map(
      ({ ts, values }): Add =>
        (add) =>
          add(known, {
            ...{ role, at: ts.getTime(), fids: [...values.keys()] },
            ...columns(values, ['avg', 'min', 'max', 'cou']),
            flags: [...values.values()].map(({ flag }) => flag),
            origins: [...values.values()].map(({ origin }) => origin),
          }),
    );
  const summed = (of: Level, role: Role) =>
    within(level, known, sums[of]).map(
      ({ ts, values }): Add =>
        (add) =>
          add(known, {
            ...{ role, at: ts.getTime(), fids: [...values.keys()] },
            ...columns(values, ['min', 'max', 'cou', 'n', 'valid', 'expected']),
            avg: [...values.values()].map(({ value }) => value),
            flags: [...values.values()].map(({ flag }) => flag),
            origins: [...values.values()].map(({ origin }) => origin),
          }),
    );
  if (level === 'month') return summed('day', 'y');
  if (level === 'day') return [...sent('day', 'own'), ...summed('hour', 'h')];
  return [
    ...sent('hour', 'own'),
    ...sent('minute', 'n'),
    ...sent('realtime', 't'),
    ...summed('hour', 'kept'),
  ];
}

function columns<Kept, Part extends keyof Kept>(values: Map<number, Kept>, parts: readonly Part[]) {
  const made = parts.map((part) => [part, [...values.values()].map((value) => value[part])] as const);
  return Object.fromEntries(made) as { [Name in Part]: Kept[Name][] };
}

function within<Kept>(level: Level, { site_id, bucket }: Gathered, rows: Map<string, Row<Kept>>) {
  const end = bucketEnd(level, bucket);
  return [...rows.values()]
    .filter((row) => row.site_id === site_id && row.ts >= bucket && row.ts < end)
    .sort((a, b) => a.ts.getTime() - b.ts.getTime());
}
