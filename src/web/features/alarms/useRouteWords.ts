import { alarmFamilies } from '#shared/domain/alarm-kinds.ts';
import { useT } from '#web/i18n.ts';
import type { AlarmRoute } from './config-rows.ts';

/** Short texts of a route. */
export function useRouteWords() {
  const t = useT();
  return {
    kinds: ({ families, kinds }: AlarmRoute): string => {
      if (kinds.length > 0)
        return kinds.map((kind) => t(`alarmLog.kind_${kind}`)).join(t('alarmRoutes.separator'));
      if (families.length === alarmFamilies.length) return t('alarmRoutes.all_kinds');
      return families.map((family) => t(`alarmLog.family_${family}`)).join(t('alarmRoutes.separator'));
    },
    people: ({ everyone, user_names, group_names, duty_group_names }: AlarmRoute): string[] => [
      ...(everyone ? [t('alarmRoutes.everyone_short')] : []),
      ...duty_group_names.map((group) => t('alarmRoutes.on_duty', { group })),
      ...group_names,
      ...user_names,
    ],
    ways: ({ channels, robot_names }: AlarmRoute): string[] => [
      ...channels.map((channel) => t(`alarmRoutes.channel_${channel}`)),
      ...robot_names,
    ],
    times: ({ after_minutes, repeat_minutes, repeat_most }: AlarmRoute): string => {
      const first =
        after_minutes === 0 ? t('alarmRoutes.at_once') : t('alarmRoutes.after', { minutes: after_minutes });
      if (repeat_minutes === null) return first;
      const again = t('alarmRoutes.repeats', { minutes: repeat_minutes, count: repeat_most });
      return `${first}${t('alarmRoutes.separator')}${again}`;
    },
  };
}
