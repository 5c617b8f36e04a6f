import { useCallback } from 'react';
import type { ColumnKind } from '#shared/contract/resource.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showDate, showTime } from './show-time.ts';

const nothing = '–';
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/**
 * Formats a value for display. Choices and booleans find their words by convention: `users.status_sealed`, list items
 * `waterClasses.item_ph`. `kind` is the column type, as a name may look like a time; without it, as in the audit log,
 * the value's format decides.
 */
export type Show = (name: string, key: string, value: unknown, kind?: ColumnKind) => string;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

export function useShow(): Show {
  const t = useT();
  const language = useLanguage();
  return useCallback(
    (name, key, value, kind) => {
      if (value === null || value === undefined || value === '') return nothing;
      if (isTexts(value)) {
        const words = value.map((text) =>
          t.has(`${name}.item_${text}`) ? t.tx(`${name}.item_${text}`) : text,
        );
        return words.join(t('lists.between')) || nothing;
      }
      if (typeof value === 'object') return JSON.stringify(value);
      const word = `${name}.${key}_${value}`;
      if (t.has(word)) return t.tx(word);
      if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
      if (kind === 'text' || typeof value !== 'string') return String(value);
      if (isoTime.test(value)) return showTime(value, language);
      return isoDate.test(value) ? showDate(value, language) : value;
    },
    [t, language],
  );
}
