import type { User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { prepared, type Sql, sql } from '#server/db/sql.ts';
import { may } from '#shared/domain/may.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { Fault } from '#shared/faults.ts';

type Viewer = Pick<User, 'user_id' | 'sees_all_sites'>;

/**
 * The one way to limit rows to the sites that a user may see:
 *   sql`select … from reading r where ${scope(user, sql`r.site_id`)}`
 */
export function scope(user: Viewer, siteId: Sql): Sql {
  if (user.sees_all_sites) return sql`true`;
  return sql`${siteId} in (select site_id from visible_site where user_id = ${user.user_id})`;
}

/** Alarms without a site are of the platform itself: for those who look after it. */
export function alarmScope(user: Viewer & Pick<User, 'role_id' | 'powers'>, siteId: Sql): Sql {
  const ofPlatform = may(user, 'platform.read');
  if (user.sees_all_sites) return ofPlatform ? sql`true` : sql`${siteId} is not null`;
  return ofPlatform ? sql`(${siteId} is null or ${scope(user, siteId)})` : scope(user, siteId);
}

/** The same of sites that are known already; undefined: all of them. */
export async function visibleSites(db: Db, user: Viewer): Promise<ReadonlySet<number> | undefined> {
  if (user.sees_all_sites) return undefined;
  const rows = await db.rows<{ site_id: number }>(
    prepared(sql`select site_id from visible_site where user_id = ${user.user_id}`),
  );
  return new Set(rows.map(({ site_id }) => site_id));
}

export async function seenBy({ db, user }: { db: Db; user: Viewer }): Promise<(site_id: number) => boolean> {
  const visible = await visibleSites(db, user);
  return (site_id) => visible?.has(site_id) ?? true;
}

/** For lists of what sites belong to: how many of them the user may see. The sites are `s`. */
export function siteCount(belongs: Sql, sites = sql`site s`): (ctx: { user: Viewer }) => Sql {
  return ({ user }) =>
    sql`(select count(*) from ${sites} where ${belongs} and ${scope(user, sql`s.site_id`)})`;
}

/** Whoever may set a device's password may also read it where the device sends it. */
export function seesSecrets(user: User): boolean {
  return may(user, 'site.write');
}

export interface NamedSite {
  site_id: number;
  mn: string;
  site_name: string;
}

/**
 * The sites that a call names, by number or by MN in any case; all that the user may see when it names none. One that is gone is
 * left out, so that a list taken a minute ago still serves; one that the user may not see is refused.
 */
export async function namedSites(
  { db, user }: { db: Db; user: Viewer },
  { site_ids, mns }: { site_ids?: number[]; mns?: string[] },
): Promise<NamedSite[]> {
  const isNamed = site_ids !== undefined || mns !== undefined;
  const seen = scope(user, sql`s.site_id`);
  const named = sql`s.site_id = any(${site_ids ?? []}) or lower(s.mn) = any(${mns?.map(mnKey) ?? []})`;
  const wanted = isNamed ? named : seen;
  const rows = await db.rows<NamedSite & { seen: boolean }>(
    prepared(sql`
      select s.site_id, s.mn, s.site_name, ${seen} as seen from site s
       where ${wanted} order by s.site_name collate "zh-x-icu", s.site_id`),
  );
  if (rows.some((row) => !row.seen)) throw new Fault('no_authority');
  if (isNamed && rows.length === 0) throw new Fault('no_data');
  return rows;
}

/**
 * What sites share is changed by whoever sees all of them: it changes what every one of them measures, is told or counts.
 * `has` is a condition on the site `s`; without one it is what all sites have.
 */
export async function requireSeesAll(
  { db, user }: { db: Db; user: Viewer },
  has: Sql = sql`true`,
): Promise<void> {
  if (user.sees_all_sites) return;
  const unseen = await db.one(sql`
    select from site s where ${has} and not ${scope(user, sql`s.site_id`)} limit 1`);
  if (unseen) throw new Fault('no_authority', { detail: 'shared_with_unseen' });
}

/** The sites that a file may speak of; null where nobody wrote them down. */
export interface SitesOfFile {
  of_sites: number[] | null;
  of_all_sites: boolean;
}

/** A file is fetched by whoever still sees all that it may speak of. Sites that are gone are nobody's to see. */
export async function requireFileSites(
  { db, user }: { db: Db; user: Viewer },
  { of_sites, of_all_sites }: SitesOfFile,
): Promise<void> {
  if (user.sees_all_sites) return;
  const unseen =
    of_all_sites ||
    (await db.one(sql`
      select from site s where s.site_id = any(${of_sites ?? []}) and not ${scope(user, sql`s.site_id`)} limit 1`));
  if (unseen) throw new Fault('no_authority', { detail: 'file_sites_unseen' });
}
