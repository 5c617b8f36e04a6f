import type { Language } from '#shared/i18n/index.ts';

/** A name in the reader's language: `role_name_en` beside `role_name`, where English has been filled in. */
export function localName<Row extends object>(row: Row, key: keyof Row & string, language: Language): string {
  const names = row as Record<string, unknown>;
  const english = names[`${key}_en`];
  if (language === 'en' && typeof english === 'string' && english !== '') return english;
  return String(names[key] ?? '');
}

/** The column to sort by, so that the order on screen is the order of the names that are read. */
export function localColumn(columns: readonly string[], key: string, language: Language): string {
  // Most sites have no English name of their own, and pinyin sorts as the Chinese names do.
  if (key === 'site_name') return key;
  return language === 'en' && columns.includes(`${key}_en`) ? `${key}_en` : key;
}

interface NamedSite {
  site_name: string;
  site_name_en: string;
}

/** Sites under the names of the reader's language; `other_name` is what they are called in the other one. */
export function localSites<Site extends NamedSite>(
  sites: readonly Site[],
  language: Language,
): (Site & { other_name: string })[] {
  return sites.map((site) =>
    language === 'en'
      ? { ...site, site_name: site.site_name_en || site.site_name, other_name: site.site_name }
      : { ...site, other_name: site.site_name_en },
  );
}
