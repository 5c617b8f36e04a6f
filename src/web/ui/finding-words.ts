import type { Finding } from '#shared/contract/platform-status.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { useT } from '#web/i18n.ts';

/** What is the matter with the platform, and what to do about it. */
export function useFindingWords(): (finding: Finding) => { title: string; hint: string } {
  const t = useT();
  return ({ name, level, disk }) => {
    const key = `platformStatus.finding_${name}_${level}`;
    const slots = disk && {
      place: t(`platformStatus.holds_${disk.holds}`),
      free: formatBytes(disk.free),
      total: formatBytes(disk.total),
    };
    return { title: t.tx(key, slots), hint: t.tx(`${key}_hint`) };
  };
}
