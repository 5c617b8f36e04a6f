import type { User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type CodeTarget, Directory, type KnownSite } from '#server/ingest/directory.ts';
import { scope } from '#server/scope.ts';

/** A site with the facts that rows are checked against. */
export interface FoundSite {
  site: KnownSite;
  site_name: string;
}

export interface SiteFinder {
  /** By MN or name. */
  named(text: string): FoundSite | undefined;
  byId(site_id: number): FoundSite | undefined;
}

/** Finds sites that the user may see. The code table maps factor IDs to themselves, without unit conversion. */
export async function siteFinder(db: Db, user: User, component_ids: readonly number[]): Promise<SiteFinder> {
  const directory = new Directory(db);
  await directory.load();
  const codes = new Map(
    component_ids.map((fid): [string, CodeTarget] => [String(fid), { fid, scale: 1, shift: 0 }]),
  );
  const seen = await db.rows<{ site_id: number; mn: string; site_name: string }>(sql`
    select s.site_id, s.mn, s.site_name from site s where ${scope(user, sql`s.site_id`)}`);
  const ids = new Map<number, FoundSite>();
  const names = new Map<string, FoundSite>();
  for (const { site_id, mn, site_name } of seen) {
    const site = directory.find(mn);
    if (!site) continue;
    const found = { site: { ...site, codes }, site_name };
    ids.set(site_id, found);
    for (const name of [site_name, mn.toLowerCase(), mn]) names.set(name, found);
  }
  return {
    named: (text) => names.get(text) ?? names.get(text.toLowerCase()),
    byId: (site_id) => ids.get(site_id),
  };
}
