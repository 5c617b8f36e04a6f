import { mergeValue, newestOf, replaces } from '#server/series/merge.ts';
import type { Batch, RawPacket, ReadingRow } from '#server/series/store.ts';
import { keyOf, type Memory, put, real, valuesOf } from './memory.ts';

export function append(memory: Memory, { readings, packets, again }: Batch): void {
  for (const row of readings) {
    storeRow(memory, row);
    storeNewest(memory, row);
    memory.markRow(row);
  }
  memory.tellNews(
    readings
      .filter(({ data_type }) => data_type === 'realtime' || data_type === 'minute')
      .map(({ site_id, data_type, ts, origin }) => ({
        ...{ site_id, data_type, ts: ts.toISOString(), resupplied: origin !== 'l' },
      })),
  );
  for (const packet of packets) {
    const there = again ? memory.packets.filter((other) => isSameFrame(packet, other)) : [];
    if (there.length === 0) memory.packets.push({ ...packet });
    for (const other of there) other.deviations = packet.deviations;
  }
}

function isSameFrame(a: RawPacket, b: RawPacket): boolean {
  const isSame = (['mn', 'remote', 'outgoing', 'qn'] as const).every((part) => a[part] === b[part]);
  return isSame && a.received_at.getTime() === b.received_at.getTime() && Buffer.compare(a.raw, b.raw) === 0;
}

const reasons = { s: 'resupplied', m: 'manual', r: 'reviewed' } as const;

export function storeRow(memory: Memory, row: ReadingRow): void {
  const { site_id, data_type, ts, origin } = row;
  const rows = memory.readings[data_type];
  const there = rows.get(keyOf(site_id, ts))?.values;
  // A row is either simulated completely or not at all.
  const old = new Map([...(there ?? [])].filter(([, value]) => value.origin !== 'v'));
  const merged = new Map(old);
  for (const [fid, said] of valuesOf(row)) {
    const was = old.get(fid);
    if (was && replaces(was, said)) {
      memory.revisions.push({
        ...{ site_id, fid, data_type, ts: ts.toISOString(), replaced_at: '' },
        ...{ value: was.avg, flag: was.flag, origin: was.origin },
        reason: origin === 's' || origin === 'm' || origin === 'r' ? reasons[origin] : 'resent',
      });
    }
    merged.set(fid, mergeValue(was, said));
  }
  put(rows, { site_id, ts, values: merged });
}

/** `isReceived` is false for file imports, which do not change the time of receipt. */
export function storeNewest(memory: Memory, row: ReadingRow, isReceived = true): void {
  const { site_id, data_type, ts, fids, avg, flags } = row;
  const key = `${site_id} ${data_type}`;
  const known = memory.newest.get(key);
  const received_at = known && !isReceived ? known.received_at : new Date();
  const entry = { site_id, data_type, received_at, values: known?.values ?? new Map() };
  fids.forEach((fid, i) => {
    const said = { ts, avg: real(avg[i]), flag: flags?.[i] ?? '' };
    entry.values.set(fid, newestOf(entry.values.get(fid), said));
  });
  memory.newest.set(key, entry);
}

/** Stores only rows that do not exist yet, of sites with simulation enabled. */
export function simulate(
  memory: Memory,
  readings: readonly ReadingRow[],
  on: ReadonlySet<number>,
): ReadingRow[] {
  return readings.filter((row) => {
    const { site_id, data_type, ts } = row;
    if (!on.has(site_id)) return false;
    const before = memory.simulated.get(site_id);
    if (!before || ts >= before.ts) {
      const values = new Map(row.fids.map((fid, i) => [fid, real(row.avg[i])]));
      memory.simulated.set(site_id, { ts, values });
    }
    const rows = memory.readings[data_type];
    if (rows.has(keyOf(site_id, ts))) return false;
    put(rows, { site_id, ts, values: valuesOf(row) });
    memory.markRow(row);
    return true;
  });
}

export function countReplacing(memory: Memory, readings: readonly ReadingRow[]): number {
  return readings.filter((row) => {
    const there = memory.readings[row.data_type].get(keyOf(row.site_id, row.ts))?.values;
    return [...valuesOf(row)].some(([fid, said]) => replaces(there?.get(fid), said));
  }).length;
}
