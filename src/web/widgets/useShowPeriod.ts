import type { MeasuredType } from '#shared/contract/readings/readings.ts';
import { hourName, periodCustom, periodName } from '#shared/domain/period-name.ts';
import { useLanguage } from '#web/i18n.ts';
import { englishDate, showTime } from '#web/ui/show-time.ts';
import type { ShortSite } from './site-tree.ts';

/** Label of a period in the user's language. */
export function useShowPeriod(
  data_type: MeasuredType,
): (start: string, site_type: ShortSite['site_type']) => string {
  const language = useLanguage();
  return (start, site_type) => {
    const custom = periodCustom(site_type);
    if (language === 'zh') return periodName(new Date(start), data_type, custom);
    switch (data_type) {
      case 'realtime':
        return showTime(start, language);
      case 'minute':
        return showTime(start, language).slice(0, -':ss'.length);
      case 'hour':
        return `${englishDate(start)}, ${hourName(new Date(start), custom)}`;
      case 'day':
        return englishDate(start);
      case 'month':
        return englishDate(start).slice('dd '.length);
    }
  };
}
