import type { Say } from '#shared/i18n/say.ts';

interface FiledSite {
  site_name: string;
  virtual_data: boolean;
}

/** A site's name in a file. Virtual data leave the house only where they are asked for by name, and say so there. */
export function filedName({ site_name, virtual_data }: FiledSite, say: Say): string {
  return virtual_data ? say('sitePage.virtual_name', { name: site_name }) : site_name;
}

/** What stands under a form of these sites. */
export function virtualNotes(sites: readonly Pick<FiledSite, 'virtual_data'>[], say: Say): string[] {
  return sites.some(({ virtual_data }) => virtual_data) ? [say('sitePage.virtual_note')] : [];
}
