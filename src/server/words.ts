import { app as enApp } from '#shared/i18n/en/app.ts';
import { core as enCore } from '#shared/i18n/en/core.ts';
import { fill } from '#shared/i18n/fill.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { Say } from '#shared/i18n/say.ts';
import { app as zhApp } from '#shared/i18n/zh/app.ts';
import { core as zhCore } from '#shared/i18n/zh/core.ts';

type Tree = { readonly [key: string]: string | Tree };

const words: Record<Language, Tree> = { zh: { ...zhCore, ...zhApp }, en: { ...enCore, ...enApp } };

/** A word by its dotted key, for headings of files that the server writes; undefined if there is none. */
export function wordOf(language: Language, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>(
      (node, part) => (typeof node === 'object' ? node[part] : undefined),
      words[language],
    );
  return typeof found === 'string' ? found : undefined;
}

/** A sentence with its slots filled; a key without a sentence is returned as it is. */
export function sayIn(language: Language): Say {
  return (key, slots = {}) => fill(wordOf(language, key) ?? key, slots);
}
