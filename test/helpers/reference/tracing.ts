import type { Effective } from '#server/series/effective.ts';
import { isSame, undo, type Value } from '#server/series/merge.ts';
import type { TakenBack, TracedBatch } from '#server/series/store.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { keyOf, type Memory, put, type TraceOfRow } from './memory.ts';
import { storeNewest, storeRow } from './writing.ts';

export function appendTraced(memory: Memory, { trace_id, readings, news_since }: TracedBatch): void {
  for (const row of readings) {
    if (row.data_type !== 'day') keepHour(memory, trace_id, row.site_id, bucketOf('hour', row.ts));
  }
  for (const row of readings) {
    const { data_type, site_id, ts, fids } = row;
    const rows = memory.readings[data_type];
    const before = rows.get(keyOf(site_id, ts))?.values;
    storeRow(memory, row);
    const after = rows.get(keyOf(site_id, ts))?.values ?? new Map();
    const known = tracesOf(memory, row).find((trace) => trace.trace_id === trace_id);
    if (known) {
      known.after = after;
      for (const fid of fids) known.fids.add(fid);
    } else {
      const turn = memory.nextTurn();
      memory.traces.push({ trace_id, data_type, site_id, ts, turn, fids: new Set(fids), before, after });
    }
    storeNewest(memory, row, false);
    memory.markRow(row);
  }
  memory.tellTraced(readings, news_since);
}

/** All traces of one row. */
function tracesOf(memory: Memory, row: Pick<TraceOfRow, 'data_type' | 'site_id' | 'ts'>): TraceOfRow[] {
  return memory.traces.filter(
    (trace) =>
      trace.data_type === row.data_type && keyOf(trace.site_id, trace.ts) === keyOf(row.site_id, row.ts),
  );
}

function keepHour(memory: Memory, trace_id: number, site_id: number, ts: Date): void {
  if (hoursOf(memory, site_id, ts).some((hour) => hour.trace_id === trace_id)) return;
  const before = memory.sums.hour.get(keyOf(site_id, ts))?.values;
  memory.hourTraces.push({ trace_id, site_id, ts, turn: memory.nextTurn(), before });
}

const hoursOf = (memory: Memory, site_id: number, ts: Date) =>
  memory.hourTraces.filter((hour) => keyOf(hour.site_id, hour.ts) === keyOf(site_id, ts));

/** Undoes the next rows of a trace, of one data type; adds the outcome to `sum`. */
export function takeBack(
  memory: Memory,
  trace_id: number,
  limit: number,
  sum: TakenBack,
  news_since?: Date,
): TakenBack {
  const all = memory.traces.filter((trace) => trace.trace_id === trace_id);
  const [type] = all.map(({ data_type }) => data_type).sort();
  const next = all
    .filter(({ data_type }) => data_type === type)
    .sort((a, b) => a.site_id - b.site_id || a.ts.getTime() - b.ts.getTime())
    .slice(0, limit);
  for (const trace of next) takeRow(memory, trace, sum);
  for (const trace of next) renewNewest(memory, trace);
  for (const trace of next) {
    takeHour(memory, trace);
    memory.markRow(trace);
    memory.mark('day', trace.site_id, trace.ts);
  }
  remove(memory.traces, (trace) => next.includes(trace));
  if (next.length === 0) remove(memory.hourTraces, (hour) => hour.trace_id === trace_id);
  memory.tellTraced(next, news_since);
  sum.rows += next.length;
  return { ...sum, done: next.length === 0 };
}

/** A factor that a later trace has also written is not changed; the later trace gets the value to restore instead. */
function takeRow(memory: Memory, mine: TraceOfRow, sum: TakenBack): void {
  const rows = memory.readings[mine.data_type];
  const current = rows.get(keyOf(mine.site_id, mine.ts));
  const later = tracesOf(memory, mine)
    .filter(({ turn }) => turn > mine.turn)
    .sort((a, b) => a.turn - b.turn);
  const remains = new Map(current?.values);
  for (const fid of mine.fids) {
    const heir = later.find(({ fids }) => fids.has(fid));
    if (heir) {
      handOn(heir, mine, fid);
      if (current) sum.kept += 1;
      continue;
    }
    const value = current?.values.get(fid);
    if (!value) continue;
    const undone = undo(value, mine.before?.get(fid), mine.after.get(fid));
    if (undone.fate !== 'same') sum[undone.fate] += 1;
    if (undone.fate === 'restored') {
      const { data_type, site_id, ts } = mine;
      const { avg, flag, origin } = value;
      memory.revisions.push({
        ...{ site_id, fid, data_type, ts: ts.toISOString(), replaced_at: '' },
        ...{ value: avg, flag, origin, reason: 'undone' },
      });
    }
    if (undone.remains) remains.set(fid, undone.remains);
    else remains.delete(fid);
  }
  if (current) put(rows, { ...current, values: remains });
}

/** Only if the value did not change between the two traces. */
function handOn(heir: TraceOfRow, mine: TraceOfRow, fid: number): void {
  const found = heir.before?.get(fid);
  if (!heir.before || !found || !isSame(found, mine.after.get(fid))) return;
  const handed: Map<number, Value> = new Map(heir.before);
  const before = mine.before?.get(fid);
  if (before) handed.set(fid, before);
  else handed.delete(fid);
  heir.before = handed;
}

/** If the newest value was removed, the newest remaining one takes its place. */
function renewNewest(memory: Memory, { site_id, data_type, ts }: TraceOfRow): void {
  const key = `${site_id} ${data_type}`;
  const entry = memory.newest.get(key);
  if (![...(entry?.values ?? [])].some(([, newest]) => newest.ts.getTime() === ts.getTime())) return;
  const rows = [...memory.readings[data_type].values()]
    .filter((row) => row.site_id === site_id)
    .sort((a, b) => b.ts.getTime() - a.ts.getTime());
  for (const fid of [...(entry?.values.keys() ?? [])]) {
    const left = rows.find(({ values }) => (values.get(fid)?.origin ?? 'v') !== 'v');
    const value = left?.values.get(fid);
    if (left && value) entry?.values.set(fid, { ts: left.ts, avg: value.avg, flag: value.flag });
    else entry?.values.delete(fid);
  }
  if (entry?.values.size === 0) memory.newest.delete(key);
}

/** Restores the hour until it is aggregated again, which never happens if its minutes were deleted by retention. */
function takeHour(memory: Memory, { trace_id, data_type, site_id, ts, fids }: TraceOfRow): void {
  if (data_type === 'day') return;
  const hour = bucketOf('hour', ts);
  const traces = hoursOf(memory, site_id, hour);
  const mine = traces.find((one) => one.trace_id === trace_id);
  for (const later of traces.filter(({ turn }) => mine && turn > mine.turn))
    later.before = asBefore(later.before, mine?.before, fids);
  const current = memory.sums.hour.get(keyOf(site_id, hour));
  if (current) put(memory.sums.hour, { ...current, values: asBefore(current.values, mine?.before, fids) });
}

function asBefore(
  current: Map<number, Effective> | undefined,
  before: Map<number, Effective> | undefined,
  fids: ReadonlySet<number>,
): Map<number, Effective> {
  const others = [...(current ?? [])].filter(([fid]) => !fids.has(fid));
  const back = [...(before ?? [])].filter(([fid, value]) => fids.has(fid) && value.origin !== 'v');
  return new Map([...others, ...back]);
}

export function remove<One>(list: One[], which: (one: One) => boolean): number {
  const kept = list.filter((one) => !which(one));
  const removed = list.length - kept.length;
  list.splice(0, list.length, ...kept);
  return removed;
}
