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
  return language === 'en' && columns.includes(`${key}_en`) ? `${key}_en` : key;
}
