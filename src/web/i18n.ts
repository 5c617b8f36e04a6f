import i18next from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { isLanguage, type Language, type WordKey, wordParts } from '#shared/i18n/index.ts';

type Params = Record<string, string | number | undefined>;

/** Translates a key into the user's language. `tx` is for keys built by convention, as in `roles.${column}`. */
export interface T {
  (key: WordKey, params?: Params): string;
  tx(key: string, params?: Params): string;
  has(key: string): boolean;
}

/** Loads language-dependent resources; the returned function applies them, so that all parts switch together. */
export type LanguagePart = (language: Language) => Promise<() => void>;

const storageKey = 'language';
const parts: LanguagePart[] = [];

export async function startI18n(): Promise<void> {
  const language = storedLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    // React already escapes: escaping twice would show `&amp;`.
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
    // A visible key is a bug: browser tests fail on any warning.
    saveMissing: true,
    missingKeyHandler: (_languages, _part, key) => console.warn(`No words for ${key}`),
  });
  document.documentElement.lang = htmlLang[language];
  await addLanguagePart(words('core'));
}

/** Applies a part for the current language and registers it for later changes. */
export async function addLanguagePart(part: LanguagePart): Promise<void> {
  const apply = await part(currentLanguage());
  apply();
  parts.push(part);
}

/** Loads the words of a part, in addition to those already loaded. */
export function words(part: keyof typeof wordParts): LanguagePart {
  return async (language) => {
    const sentences = await wordParts[part][language]();
    return () => {
      i18next.addResourceBundle(language, 'translation', sentences, true, true);
    };
  };
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'zh';
}

/** Switches words, formats and widgets together without a reload. */
export async function setLanguage(language: Language): Promise<void> {
  const changes = await Promise.all(parts.map((part) => part(language)));
  for (const change of changes) change();
  sessionStorage.setItem(storageKey, language);
  document.documentElement.lang = htmlLang[language];
  await i18next.changeLanguage(language);
}

/** For sentences outside components, such as the expiry notice. */
export const t: T = Object.assign((key: WordKey, params?: Params) => i18next.t(key, params ?? {}), {
  tx: (key: string, params?: Params) => i18next.t(key, params ?? {}),
  has: (key: string) => i18next.exists(key),
});

/** A new function when the language changes, so that memoised labels follow it. */
export function useT(): T {
  const { t: translate, i18n } = useTranslation();
  return useMemo(
    () =>
      Object.assign((key: WordKey, params?: Params) => translate(key, params ?? {}), {
        tx: (key: string, params?: Params) => translate(key, params ?? {}),
        has: (key: string) => i18n.exists(key),
      }),
    [translate, i18n],
  );
}

/** Translates into a given language, for texts stored in both. */
export async function sentencesIn(language: Language): Promise<T> {
  for (const part of ['core', 'app'] as const) (await words(part)(language))();
  const translate = i18next.getFixedT(language);
  return Object.assign((key: WordKey, params?: Params) => translate(key, params ?? {}), {
    tx: (key: string, params?: Params) => translate(key, params ?? {}),
    has: (key: string) => i18next.exists(key, { lng: language }),
  });
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : 'zh';
}

const htmlLang: Record<Language, string> = { zh: 'zh-CN', en: 'en' };

function storedLanguage(): Language {
  const stored = sessionStorage.getItem(storageKey);
  return isLanguage(stored) ? stored : 'zh';
}
