import type { SeriesStore } from '#server/series/store.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { keyOf, levels, type Memory } from './memory.ts';
import { rowsIn } from './reading.ts';

/** Queries about which data exist, without their values. */
export type Presence = Pick<
  SeriesStore,
  | ('factorsOf' | 'mayHold' | 'firstBuckets' | 'bucketStarts' | 'endedBefore' | 'hoursOfMinutes')
  | ('isTraced' | 'countBySite' | 'simulatedUntil' | 'measuredPeriods' | 'backlog')
>;

const always = { from: new Date(0), to: new Date(8.64e15) };

export function presence(memory: Memory): Presence {
  const newestOf = (site_id: number) =>
    [...memory.newest.values()].filter((newest) => newest.site_id === site_id);
  return {
    factorsOf: async (site_ids) => {
      const measured = site_ids.flatMap(newestOf).flatMap(({ values }) => [...values.keys()]);
      const made = site_ids.flatMap((site_id) => [...(memory.simulated.get(site_id)?.values.keys() ?? [])]);
      return [...new Set([...measured, ...made])].sort((a, b) => a - b);
    },
    mayHold: async (fids) => {
      const lists = [...Object.values(memory.readings), ...levels.map((level) => memory.sums[level])];
      return lists.some((rows) =>
        [...rows.values()].some(({ values }) => fids.some((fid) => values.has(fid))),
      );
    },
    firstBuckets: async (level, site_ids, fids) => {
      const rows = rowsIn(memory.sums[level], { ...always, site_ids, fids });
      // Newest first, so that the first bucket is the last to be set.
      return new Map(rows.reverse().map(({ site_id, ts }) => [site_id, ts.toISOString()]));
    },
    bucketStarts: async (level, span) =>
      rowsIn(memory.sums[level], span).map(({ site_id, ts }) => ({ site_id, ts: ts.toISOString() })),
    endedBefore: async (pairs, before) => {
      const ended = pairs.filter(({ site_id, fid }) =>
        newestOf(site_id).some(({ values }) => (values.get(fid)?.ts ?? before) < before),
      );
      return new Set(ended.map(({ site_id }) => site_id));
    },
    hoursOfMinutes: async (span) => {
      const hours = new Map<string, { site_id: number; ts: string; fids: number[] }>();
      for (const { site_id, ts, values } of rowsIn(memory.readings.minute, span)) {
        const hour = new Date(Math.floor(ts.getTime() / HOUR_MS) * HOUR_MS);
        const known = hours.get(keyOf(site_id, hour))?.fids ?? [];
        const fids = [...new Set([...known, ...values.keys()])].filter((fid) => span.fids.includes(fid));
        hours.set(keyOf(site_id, hour), {
          ...{ site_id, ts: hour.toISOString(), fids: fids.sort((a, b) => a - b) },
        });
      }
      return [...hours.values()].sort((a, b) => a.ts.localeCompare(b.ts) || a.site_id - b.site_id);
    },
    isTraced: async (data_types, { site_ids, fids, from, to }) =>
      memory.traces.some(
        (trace) =>
          data_types.includes(trace.data_type) &&
          site_ids.includes(trace.site_id) &&
          trace.ts >= from &&
          trace.ts < to &&
          fids.some((fid) => trace.fids.has(fid)),
      ),
    countBySite: async (question) => {
      const counts = new Map<number, number>();
      for (const { site_id } of rowsIn(memory.readings[question.data_type], question))
        counts.set(site_id, (counts.get(site_id) ?? 0) + 1);
      return counts;
    },
    simulatedUntil: async (site_ids) =>
      new Map(
        site_ids.flatMap((site_id) => {
          const made = memory.simulated.get(site_id);
          return made ? [[site_id, made.ts.toISOString()] as const] : [];
        }),
      ),
    measuredPeriods: async (data_type, periods) => {
      const keys = [...new Set(periods.map(({ site_id, ts }) => keyOf(site_id, ts)))];
      return keys.flatMap((key) => {
        const row = memory.readings[data_type].get(key);
        const isMeasured = row && [...row.values.values()].some(({ origin }) => origin !== 'v');
        return isMeasured ? { site_id: row.site_id, ts: row.ts.toISOString() } : [];
      });
    },
    backlog: async (due) =>
      [...memory.marks.values()].filter(
        ({ level, bucket }) => !due || level !== 'hour' || bucket.getTime() <= due.getTime() - HOUR_MS,
      ).length,
  };
}
