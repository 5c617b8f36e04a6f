import { useCallback } from 'react';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from './show-time.ts';

const nothing = '–';
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** How a value reads. Choices and yes/no find their words by convention: `users.status_sealed`. */
export type Show = (name: string, key: string, value: unknown) => string;

export function useShow(): Show {
  const t = useT();
  const language = useLanguage();
  return useCallback(
    (name, key, value) => {
      if (value === null || value === undefined || value === '') return nothing;
      if (typeof value === 'object') return JSON.stringify(value);
      const word = `${name}.${key}_${value}`;
      if (t.has(word)) return t.tx(word);
      if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
      return typeof value === 'string' && isoTime.test(value) ? showTime(value, language) : String(value);
    },
    [t, language],
  );
}
