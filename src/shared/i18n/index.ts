import type { Language } from '#shared/domain/language.ts';
import type { app } from './zh/app.ts';
import type { core } from './zh/core.ts';

export type { Language };

export function isLanguage(value: unknown): value is Language {
  return value === 'zh' || value === 'en';
}

type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];

/** Every text of the product by its dotted key, such as `common.save`. Chinese is the source. */
export type WordKey = KeysOf<typeof core> | KeysOf<typeof app>;

/** Each language has two parts: `core` for signing in, and `app`, loaded with the shell. Each is a separate chunk. */
export const wordParts = {
  core: {
    zh: async () => (await import('./zh/core.ts')).core,
    en: async () => (await import('./en/core.ts')).core,
  },
  app: {
    zh: async () => (await import('./zh/app.ts')).app,
    en: async () => (await import('./en/app.ts')).app,
  },
};
