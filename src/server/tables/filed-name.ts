import type { Db } from '#server/db/pool.ts';
import { siteNamesIn } from '#server/places/site-names.ts';
import { sayIn } from '#server/words.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { Say } from '#shared/i18n/say.ts';

interface FiledSite {
  site_name: string;
  virtual_data: boolean;
}

/**
 * Site names in files of this language. Virtual data are only exported if explicitly requested, and are marked in the
 * name.
 */
export async function filedNames(db: Db, language: Language): Promise<(site: FiledSite) => string> {
  const nameOf = await siteNamesIn(db, language);
  const say = sayIn(language);
  return ({ site_name, virtual_data }) => {
    const name = nameOf(site_name);
    return virtual_data ? say('sitePage.virtual_name', { name }) : name;
  };
}

/** Notes to put below a form with these sites. */
export function virtualNotes(sites: readonly Pick<FiledSite, 'virtual_data'>[], say: Say): string[] {
  return sites.some(({ virtual_data }) => virtual_data) ? [say('sitePage.virtual_note')] : [];
}
