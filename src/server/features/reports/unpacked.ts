import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { FUTURE_MS } from '#server/ingest/rows.ts';
import { packetSearchDays } from '#shared/contract/packets/packets.ts';
import type { WhyCell } from '#shared/contract/reports/reports.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';

/**
 * Why no packet may be found that brought an hour: it came by file, the demo made it, or packets are not kept or not
 * searched that far back.
 */
export async function unpackedHour(
  { db, series, settings, now }: Ctx,
  site_id: number,
  component_id: number,
  { from, to }: { from: Date; to: Date },
): Promise<WhyCell['unpacked']> {
  const traced = await series.isTraced(['minute', 'hour'], {
    site_ids: [site_id],
    fids: [component_id],
    from,
    to,
  });
  const age = now().getTime() - from.getTime();
  const searchable = age + FUTURE_MS <= packetSearchDays.device * DAY_MS;
  if (traced) return { why: 'file', days: null, searchable };
  const { raw_packet_days: days } = await settings.read();
  const isAged = days > 0 && to.getTime() < now().getTime() - days * DAY_MS;
  // The demo's history has no packets; since it began its stations send them.
  const [demo] = await db.rows(sql`
    select 1 from site s, instance i
     where s.site_id = ${site_id} and s.demo and (i.demo_seeded_at is null or ${to} <= i.demo_seeded_at or ${!isAged})`);
  if (demo) return { why: 'demo', days: null, searchable };
  if (isAged) return { why: 'aged', days, searchable };
  return searchable
    ? { why: 'unkept', days: null, searchable }
    : { why: 'old', days: packetSearchDays.device, searchable };
}
