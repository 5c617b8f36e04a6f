import type { Language } from '#shared/i18n/index.ts';

/** Name in the user's language: `role_name_en` for English if filled in, otherwise `role_name`. */
export function localName<Row extends object>(row: Row, key: keyof Row & string, language: Language): string {
  const names = row as Record<string, unknown>;
  const english = names[`${key}_en`];
  if (language === 'en' && typeof english === 'string' && english !== '') return english;
  return String(names[key] ?? '');
}

/** Sort column in the user's language, so that the order matches the displayed names. */
export function localColumn(columns: readonly string[], key: string, language: Language): string {
  // Most sites have no English name; their pinyin sorts like the Chinese names.
  if (key === 'site_name') return key;
  return language === 'en' && columns.includes(`${key}_en`) ? `${key}_en` : key;
}

interface NamedSite {
  site_name: string;
  site_name_en: string;
}

/** Sites with names in the user's language; `other_name` is the other one. */
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
