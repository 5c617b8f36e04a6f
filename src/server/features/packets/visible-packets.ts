import type { Ctx } from '#server/app.ts';
import { allOf, sql } from '#server/db/sql.ts';
import { NOT_STORED, TOLERATED } from '#server/ingest/admit.ts';
import { scope } from '#server/scope.ts';
import { type PacketsQuestion, sourceOf } from '#server/series/packets.ts';
import type { StoredPacket } from '#server/series/store.ts';
import { may } from '#shared/domain/may.ts';

type Whose = Pick<PacketsQuestion, 'site_ids' | 'strangers'>;

/**
 * Restricts packets to the sites that the user sees, optionally to one; packets of unregistered devices need
 * `knocking.read`. Once a device is a site, its old packets are visible to users who see the site.
 */
export async function visiblePackets(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  { site_id, mn }: { site_id?: number | undefined; mn?: string | undefined } = {},
): Promise<Whose> {
  const named = allOf([
    ...(site_id === undefined ? [] : [sql`s.site_id = ${site_id}`]),
    ...(mn === undefined ? [] : [sql`lower(s.mn) = lower(${mn})`]),
  ]);
  const sites = await db.one<{ seen: number[]; hidden: string[] }>(sql`
    select coalesce(array_agg(site_id) filter (where seen), '{}') as seen,
           coalesce(array_agg(mn) filter (where not seen), '{}') as hidden
      from (select s.site_id, lower(s.mn) as mn, ${scope(user, sql`s.site_id`)} as seen from site s where ${named}) s`);
  const { seen = [], hidden = [] } = sites ?? {};
  const seesStrangers = site_id === undefined && may(user, 'knocking.read');
  return { site_ids: seen, ...(seesStrangers && { strangers: { mn, except: hidden } }) };
}

/** Whether the packet was accepted on reception. */
export function isAccepted({ outgoing, site_id, deviations, verdict }: StoredPacket): boolean {
  if (outgoing) return true;
  if (site_id === null || deviations.includes('wrong_pw') || deviations.includes(NOT_STORED)) return false;
  return verdict === 'ok' || deviations.includes(TOLERATED);
}

/** List rows with the current data of their sites. */
export async function packetRows({ db }: Pick<Ctx, 'db'>, packets: readonly StoredPacket[]) {
  const site_ids = [...new Set(packets.flatMap(({ site_id }) => site_id ?? []))];
  const rows = await db.rows<{ site_id: number; site_name: string; edition: string | null }>(sql`
    select s.site_id, s.site_name, a.edition from site s left join agreement a using (agreement_id)
     where s.site_id = any(${site_ids})`);
  const sites = new Map(rows.map((site) => [site.site_id, site]));
  const commands = await repliesAmong(db, packets);
  return packets.map((packet) => {
    const site = sites.get(packet.site_id ?? 0);
    return {
      ...packet,
      site_id: site?.site_id ?? null,
      site_name: site?.site_name ?? null,
      edition: site?.edition ?? (packet.st === '21' ? 'water' : '2017'),
      accepted: isAccepted(packet),
      source: sourceOf(packet),
      size: packet.raw.length,
      command_id: packet.command_id ?? commands.get(`${packet.site_id} ${packet.qn}`) ?? null,
    };
  });
}

/** Maps late replies, and replies with their own QN, to the command that they were matched with, by site and QN. */
async function repliesAmong(db: Ctx['db'], packets: readonly StoredPacket[]): Promise<Map<string, number>> {
  const open = packets.filter(
    ({ command_id, outgoing, cn }) => command_id === null && !outgoing && /^901[123]$/.test(cn),
  );
  if (open.length === 0) return new Map();
  const rows = await db.rows<{ site_id: number; qn: string; command_id: number }>(sql`
    select distinct site_id, qn, command_id from command_reply
     where (site_id, qn) in (select * from unnest(${open.map(({ site_id }) => site_id)}::integer[],
                                                  ${open.map(({ qn }) => qn)}::text[]))`);
  return new Map(rows.map(({ site_id, qn, command_id }) => [`${site_id} ${qn}`, command_id]));
}
