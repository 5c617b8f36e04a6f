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
 * What sites are called in a file of this language. Virtual data leave the house only where they are asked for by name,
 * and say so there.
 */
export async function filedNames(db: Db, language: Language): Promise<(site: FiledSite) => string> {
  const nameOf = await siteNamesIn(db, language);
  const say = sayIn(language);
  return ({ site_name, virtual_data }) => {
    const name = nameOf(site_name);
    return virtual_data ? say('sitePage.virtual_name', { name }) : name;
  };
}

/** What stands under a form of these sites. */
export function virtualNotes(sites: readonly Pick<FiledSite, 'virtual_data'>[], say: Say): string[] {
  return sites.some(({ virtual_data }) => virtual_data) ? [say('sitePage.virtual_note')] : [];
}
