import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { useSyncExternalStore } from 'react';
import type { Language } from '#shared/i18n/index.ts';
import { addLanguagePart, words } from '#web/i18n.ts';

const listeners = new Set<() => void>();
let antdLocale: Locale | undefined;

const widgetWords: Record<Language, () => Promise<Locale>> = {
  zh: async () => {
    await import('dayjs/locale/zh-cn.js');
    return (await import('antd/es/locale/zh_CN.js')).default;
  },
  // British: weeks begin on Monday, as in the reports and the duty calendar.
  en: async () => {
    await import('dayjs/locale/en-gb.js');
    return withEnglishDates((await import('antd/es/locale/en_GB.js')).default);
  },
};

/** antd's English pickers show ISO dates. */
function withEnglishDates(locale: Locale): Locale {
  const { DatePicker } = locale;
  if (!DatePicker) return locale;
  const fields = {
    fieldDateFormat: 'DD MMM YYYY',
    fieldMonthFormat: 'MMM YYYY',
    fieldDateTimeFormat: 'DD MMM YYYY HH:mm',
  };
  return { ...locale, DatePicker: { ...DatePicker, lang: { ...DatePicker.lang, ...fields } } };
}

/** Loads the remaining words and the locales of antd and dayjs; later language changes switch them together. */
export async function loadAppLanguage(): Promise<void> {
  await Promise.all([
    addLanguagePart(words('app')),
    addLanguagePart(async (language) => {
      const locale = await widgetWords[language]();
      return () => {
        dayjs.locale(language === 'zh' ? 'zh-cn' : 'en-gb');
        antdLocale = locale;
        for (const listener of [...listeners]) listener();
      };
    }),
  ]);
}

export function useAntdLocale(): Locale | undefined {
  return useSyncExternalStore(subscribe, () => antdLocale);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
