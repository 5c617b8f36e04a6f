import { printedFormula } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useFactors } from '#web/widgets/useFactors.ts';

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Readable device value; a list of interference coefficients becomes `NO₂ 0.1 · O₃ −0.2`. */
export function useValueWords(): (value: unknown) => string {
  const language = useLanguage();
  const factorOf = useFactors();
  const entry = (each: { other?: unknown; c?: unknown }) => {
    const factor = typeof each.other === 'number' ? factorOf(each.other) : undefined;
    const name = factor && (printedFormula(factor.formula) || localName(factor, 'component_name', language));
    return `${name ?? String(each.other)} ${String(each.c)}`;
  };
  return (value) => {
    if (Array.isArray(value)) return value.map(entry).join(' · ');
    // Float noise: the exact digits are in the packets.
    if (typeof value === 'number') return String(Number(value.toPrecision(7)));
    return isTime(value) ? showTime(String(value), language) : String(value);
  };
}

/** Listed first; the database does not keep the order of keys. */
const first = ['k', 'b', 'from', 'to', 'expected', 'received', 'added', 'missing'];
const placeOf = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);

/** Parameters, answer or state of a device in one line: `K 1.25 · B −3`. */
export function useCommandWords(): (told: Readonly<Record<string, unknown>> | null) => string {
  const t = useT();
  const shown = useValueWords();
  return (told) => {
    const values = { ...((told?.values ?? told ?? {}) as Record<string, unknown>) };
    if (Array.isArray(told?.list)) values.list = told.list;
    return Object.entries(values)
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .filter(([name, value]) => name !== 'factor' && (Array.isArray(value) || typeof value !== 'object'))
      .map(([name, value]) => {
        if (Array.isArray(value)) return shown(value);
        return `${t.has(`commandParams.${name}`) ? t.tx(`commandParams.${name}`) : name} ${shown(value)}`;
      })
      .filter((words) => words !== '')
      .join(' · ');
  };
}
