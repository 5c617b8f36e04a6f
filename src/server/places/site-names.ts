import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Language } from '#shared/i18n/index.ts';
import { soundOf } from './pinyin.ts';

const chinese = /[\u4e00-\u9fff]+/g;

/** What English readers call a site: its English name, or else its pinyin. The one place that decides it. */
export function englishSiteName(site_name: string, site_name_en: string | null | undefined): string {
  if (site_name_en) return site_name_en;
  // 解放路站 → Jie Fang Lu Zhan; numbers and Latin letters stay as they are.
  return site_name
    .replace(chinese, (words) => ` ${capitalised(soundOf(words).syllables)} `)
    .replace(/\s+/g, ' ')
    .replace(/(?<=[（(]) | (?=[）)，、])/g, '')
    .trim();
}

function capitalised(syllables: string): string {
  return syllables.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Names of sites in a language, for files that the server writes; each name is one site's. */
export async function siteNamesIn(db: Db, language: Language): Promise<(site_name: string) => string> {
  if (language === 'zh') return (site_name) => site_name;
  const rows = await db.rows<{ site_name: string; site_name_en: string }>(
    sql`select site_name, site_name_en from site where site_name_en <> ''`,
  );
  const known = new Map(rows.map(({ site_name, site_name_en }) => [site_name, site_name_en]));
  return (site_name) => englishSiteName(site_name, known.get(site_name));
}
