import type { DataType } from '#shared/contract/readings.ts';
import { hourName, periodCustom } from '#shared/domain/period-name.ts';
import { useLanguage } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import type { ShortSite } from '#web/ui/site-tree.ts';

/** How a period is called on screen: an instant by its seconds, an hour by the custom of its medium, a day by its date. */
export function useShowPeriod(
  site_type: ShortSite['site_type'],
  data_type: DataType,
): (start: string) => string {
  const language = useLanguage();
  return (start) => {
    const whole = showTime(start, language);
    const date = whole.slice(0, whole.lastIndexOf(' '));
    switch (data_type) {
      case 'realtime':
        return whole;
      case 'minute':
        return whole.slice(0, -3);
      case 'hour':
        return `${date} ${hourName(new Date(start), periodCustom(site_type))}`;
      case 'day':
        return date.replace(/,$/, '');
    }
  };
}
