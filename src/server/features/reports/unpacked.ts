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
  /** Where its value comes from, as `BucketRow` has it. */
  origin: string;
}

/**
 * Why no packet may be found that brought an hour: it was taken in with a corrected time, came by file, the demo made
 * it, or packets are not kept or not searched that far back.
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
  // The demo's history has no packets; since it began its stations send them.
  const [demo] = await db.rows(sql`
    select 1 from site s, instance i
     where s.site_id = ${site_id} and s.demo and (i.demo_seeded_at is null or ${to} <= i.demo_seeded_at or ${!isAged})`);
  if (demo) return { why: 'demo', days: null, searchable, held: 0 };
  if (isAged) return { why: 'aged', days, searchable, held: 0 };
  return searchable
    ? { why: 'unkept', days: null, searchable, held: 0 }
    : { why: 'old', days: packetSearchDays.device, searchable, held: 0 };
}

/** What an hour's value is made of, by where it comes from. */
const madeOf: Record<string, DataType> = { d: 'hour', n: 'minute', t: 'realtime' };

/** How many held packets are kept that values of the hour came from; null where none of them did. */
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
