import type { Finding } from '#shared/contract/platform/platform-status.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import type { WordKey } from '#shared/i18n/index.ts';
import { useT } from '#web/i18n.ts';

/** Section by prefix of the setting: labels such as "Address" need the title of their section. */
const sections: Readonly<Record<string, 'map' | 'sms' | 'email' | 'webhook'>> = {
  map: 'map',
  sms: 'sms',
  email: 'email',
  smtp: 'email',
  mail: 'email',
  webhook: 'webhook',
};

/** Settings edited on other pages, with the labels used there. */
const elsewhere: Readonly<Record<string, WordKey>> = {
  quiet_hours: 'alarmTelling.quiet_hours',
  link_base: 'alarmTelling.link_base',
  order_hours: 'orderCalendar.hours',
  order_days: 'orderCalendar.days',
};

/** Title and hint of a problem of the platform. */
export function useFindingWords(): (finding: Finding) => { title: string; hint: string } {
  const t = useT();
  const settingName = (setting: string) => {
    const other = elsewhere[setting];
    if (other) return t(other);
    const section = sections[setting.split('_')[0] ?? ''];
    const label = t.tx(`platformConfig.${setting}`);
    return section ? `${t(`platformConfig.section_${section}`)} · ${label}` : label;
  };
  return ({ name, level, disk, settings, servers, role }) => {
    const key = `platformStatus.finding_${name}_${level}`;
    const slots = {
      ...(disk && {
        place: t(`platformStatus.holds_${disk.holds}`),
        free: formatBytes(disk.free),
        total: formatBytes(disk.total),
      }),
      ...(role && {
        role: t(`platformStatus.role_${role}`),
        missing: t(`platformStatus.role_${role}_missing`),
        code: role,
      }),
      ...(servers && { servers: servers.join(t('lists.between')) }),
      ...(settings && {
        settings: settings.map(settingName).join(t('lists.between')),
      }),
    };
    return { title: t.tx(key, slots), hint: t.tx(`${key}_hint`, slots) };
  };
}
