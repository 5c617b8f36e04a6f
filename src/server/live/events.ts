import type { Link } from '#server/gateway/links.ts';
import type { Arrival } from '#server/ingest/writer.ts';
import type { ReadingRow, Summed } from '#server/series/store.ts';
import type { LinkEvent, ReadingEvent, SummedEvent } from '#shared/contract/live.ts';

/** The events of a stored batch. */
export function readingEvents(arrivals: readonly Arrival[]): ReadingEvent[] {
  return arrivals.flatMap(({ reading, packet }) => {
    if (!reading) return [];
    const { site_id, data_type, ts, fids, avg, flags } = reading;
    const received_at = packet.received_at.toISOString();
    return [
      { topic: 'reading', site_id, data_type, ts: ts.toISOString(), received_at, fids, values: avg, flags },
    ];
  });
}

/** Simulated values look like measured ones, but say nothing about the connection. */
export function simulatedEvents(rows: readonly ReadingRow[], made_at: Date): ReadingEvent[] {
  const received_at = made_at.toISOString();
  return rows.map(({ site_id, data_type, ts, fids, avg }) => ({
    ...{ topic: 'reading', site_id, data_type, ts: ts.toISOString(), received_at, fids, values: avg },
    simulated: true,
  }));
}

export function linkEvents(links: readonly Link[]): LinkEvent[] {
  return links.map(({ site_id, online, changed_at, last_packet_at }) => ({
    topic: 'link',
    site_id,
    online,
    changed_at: changed_at.toISOString(),
    last_packet_at: last_packet_at?.toISOString() ?? null,
  }));
}

/** Days and months only: a changed hour changes its day, and hours are many. */
export function summedEvents({ level, buckets }: Summed): SummedEvent[] {
  if (level === 'hour') return [];
  return buckets.map(({ site_id, bucket }) => ({
    topic: 'summed',
    site_id,
    level,
    ts: bucket.toISOString(),
  }));
}
