import type { Language } from '#shared/i18n/index.ts';
import { sentencesIn, type T } from '#web/i18n.ts';
import { type AlarmRow, alarmWords } from '#web/widgets/alarm/useAlarmWords.ts';

/** Maximum lengths of an order's texts. */
const most = { order_title: 100, description: 2000 };

export interface OrderTexts {
  order_title: string;
  description: string;
}

/** Default title and description of an order created from alarms. */
export function textsOfAlarms(alarms: readonly AlarmRow[], t: T, language: Language): OrderTexts {
  const { titleOf, storyOf } = alarmWords(t, language);
  return {
    order_title: alarms.map(titleOf).join(t('lists.between')).slice(0, most.order_title),
    description: alarms.map(storyOf).join('\n').slice(0, most.description),
  };
}

/** Unchanged default texts are stored in both languages; edited texts as they are. */
export async function inBothLanguages(
  alarms: readonly AlarmRow[],
  { order_title, description = '' }: { order_title: string; description?: string | undefined },
  offered: OrderTexts,
): Promise<OrderTexts & { order_title_en: string; description_en: string }> {
  const own = { order_title, description, order_title_en: '', description_en: '' };
  if (alarms.length === 0) return own;
  const zh = textsOfAlarms(alarms, await sentencesIn('zh'), 'zh');
  const en = textsOfAlarms(alarms, await sentencesIn('en'), 'en');
  return {
    ...own,
    ...(order_title === offered.order_title && {
      order_title: zh.order_title,
      order_title_en: en.order_title,
    }),
    ...(description === offered.description && {
      description: zh.description,
      description_en: en.description,
    }),
  };
}
