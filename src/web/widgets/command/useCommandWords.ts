import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** What a device was told, said or holds, in one line: `K 1.25 · B −3`. */
export function useCommandWords(): (told: Readonly<Record<string, unknown>> | null) => string {
  const t = useT();
  const language = useLanguage();
  const shown = (value: unknown) => (isTime(value) ? showTime(String(value), language) : String(value));
  return (told) => {
    const values = (told?.values ?? told ?? {}) as Record<string, unknown>;
    return Object.entries(values)
      .filter(([name, value]) => name !== 'factor' && typeof value !== 'object')
      .map(
        ([name, value]) =>
          `${t.has(`commandParams.${name}`) ? t.tx(`commandParams.${name}`) : name} ${shown(value)}`,
      )
      .join(' · ');
  };
}
