import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { FUTURE_MS } from '#server/ingest/rows.ts';
import { packetSearchDays } from '#shared/contract/packets/packets.ts';
import type { DataType } from '#shared/contract/readings/readings.ts';
import type { WhyCell } from '#shared/contract/reports/reports.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';

interface Hour {
  from: Date;
  to: Date;
  /** The origin of the value, as in `BucketRow`. */
  origin: string;
}

/**
 * Why there may be no packet for an hour: its time was corrected, it was imported or is demo data, or packets are not
 * kept or not searchable that far back.
 */
export async function unpackedHour(
  ctx: Ctx,
  site_id: number,
  component_id: number,
  hour: Hour,
): Promise<WhyCell['unpacked']> {
  const { db, series, settings, now } = ctx;
  const { from, to } = hour;
  const traced = await series.isTraced(['minute', 'hour'], {
    site_ids: [site_id],
    fids: [component_id],
    from,
    to,
  });
  const age = now().getTime() - from.getTime();
  const searchable = age + FUTURE_MS <= packetSearchDays.device * DAY_MS;
  const held = await heldFor(ctx, site_id, component_id, hour);
  if (held !== null) return { why: 'corrected', days: null, searchable, held };
  if (traced) return { why: 'file', days: null, searchable, held: 0 };
  const { raw_packet_days: days } = await settings.read();
  const isAged = days > 0 && to.getTime() < now().getTime() - days * DAY_MS;
  // Demo history has no packets; since the demo was seeded, its stations send them.
  const [demo] = await db.rows(sql`
    select 1 from site s, instance i
     where s.site_id = ${site_id} and s.demo and (i.demo_seeded_at is null or ${to} <= i.demo_seeded_at or ${!isAged})`);
  if (demo) return { why: 'demo', days: null, searchable, held: 0 };
  if (isAged) return { why: 'aged', days, searchable, held: 0 };
  return searchable
    ? { why: 'unkept', days: null, searchable, held: 0 }
    : { why: 'old', days: packetSearchDays.device, searchable, held: 0 };
}

/** The source data of an hour, by its origin. */
const madeOf: Record<string, DataType> = { d: 'hour', n: 'minute', t: 'realtime' };

/** The number of stored held packets in the hour; null if none of its values came from a held packet. */
async function heldFor(
  { db, series }: Ctx,
  site_id: number,
  component_id: number,
  { from, to, origin }: Hour,
): Promise<number | null> {
  const data_type = madeOf[origin];
  if (!data_type) return null;
  const readings = await series.range({ data_type, site_ids: [site_id], fids: [component_id], from, to });
  if (!readings.some(({ origins }) => origins?.includes('k'))) return null;
  const found = await db.one<{ held: number }>(sql`
    select count(*)::integer as held from held_packet
     where site_id = ${site_id} and taken_ts >= ${from} and taken_ts < ${to}`);
  return found?.held ?? 0;
}
