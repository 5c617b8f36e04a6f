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

/** Alarms without a site belong to the platform: visible to users who administer it. */
export function alarmScope(user: Viewer & Pick<User, 'role_id' | 'powers'>, siteId: Sql): Sql {
  const ofPlatform = may(user, 'platform.read');
  if (user.sees_all_sites) return ofPlatform ? sql`true` : sql`${siteId} is not null`;
  return ofPlatform ? sql`(${siteId} is null or ${scope(user, siteId)})` : scope(user, siteId);
}

/** The same as a set of site IDs; undefined: all sites. */
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

/** For lists of things that sites belong to: the number of sites that the user may see. The alias of sites is `s`. */
export function siteCount(belongs: Sql, sites = sql`site s`): (ctx: { user: Viewer }) => Sql {
  return ({ user }) =>
    sql`(select count(*) from ${sites} where ${belongs} and ${scope(user, sql`s.site_id`)})`;
}

/** A user who may set a device's password may also read it in the device's packets. */
export function seesSecrets(user: User): boolean {
  return may(user, 'site.write');
}

export interface NamedSite {
  site_id: number;
  mn: string;
  site_name: string;
}

/**
 * The sites that a call names, by ID or by MN (case-insensitive); if none are named, all that the user may see. A
 * deleted site is skipped, so that a slightly old list still works; a site that the user may not see is refused.
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
 * Configuration that sites share may only be changed by users who see all of these sites, because it changes what each
 * of them measures, reports or counts. `has` is a condition on the site `s`; without it, all sites.
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

/** The sites that a file may mention; null if they were not recorded. */
export interface SitesOfFile {
  of_sites: number[] | null;
  of_all_sites: boolean;
}

/**
 * A file may be downloaded by users who still see every site that it may mention. Deleted sites are visible to nobody.
 */
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
