import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Language } from '#shared/i18n/index.ts';
import { englishWords } from './site-words.ts';

/** The English name of a site: the stored one, or one made from the Chinese name. All code uses this function. */
export function englishSiteName(site_name: string, site_name_en: string | null | undefined): string {
  return site_name_en || englishWords(site_name);
}

/** English names of all sites, by their Chinese names. */
export async function englishSiteNames(db: Db): Promise<Map<string, string>> {
  const sites = await db.rows<{ site_name: string; site_name_en: string }>(
    sql`select site_name, site_name_en from site`,
  );
  return new Map(sites.map((site) => [site.site_name, englishSiteName(site.site_name, site.site_name_en)]));
}

/** Names of sites in a language, for files that the server writes; site names are unique. */
export async function siteNamesIn(db: Db, language: Language): Promise<(site_name: string) => string> {
  if (language === 'zh') return (site_name) => site_name;
  const rows = await db.rows<{ site_name: string; site_name_en: string }>(
    sql`select site_name, site_name_en from site where site_name_en <> ''`,
  );
  const known = new Map(rows.map(({ site_name, site_name_en }) => [site_name, site_name_en]));
  return (site_name) => englishSiteName(site_name, known.get(site_name));
}
