/** Events that messages are about. A storm is many alarms of one kind in one city. */
export const templateEvents = [
  'raised',
  'worsened',
  'recovered',
  'escalated',
  'storm',
  'storm_escalated',
  'storm_recovered',
] as const;
export type TemplateEvent = (typeof templateEvents)[number];

/** Placeholders of a template: `{site}`. */
export const placeholders = [
  'level',
  'kind',
  'topic',
  'what',
  'site',
  'mn',
  'city',
  'factor',
  'value',
  'peak',
  'unit',
  'limit',
  'from',
  'to',
  'duration',
  'cause',
  'count',
  'sites',
  'link',
  'id',
] as const;
export type Placeholder = (typeof placeholders)[number];
export type TemplateValues = Readonly<Record<Placeholder, string>>;

const NAMED = /\{([^{}\s]*)\}/g;

/** What remains of `({mn})` when it is empty. */
const EMPTY_BRACKETS = / ?(\(\)|（）|【】|\[\])/g;

/** Names in braces that are not placeholders. */
export function unknownPlaceholders(text: string): string[] {
  const named = [...text.matchAll(NAMED)].map(([, name = '']) => name);
  return [...new Set(named.filter((name) => !(placeholders as readonly string[]).includes(name)))];
}

/** Fills in a template. A line whose placeholders are all empty is left out. */
export function fillMessage(text: string, values: TemplateValues): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const named = [...line.matchAll(NAMED)].map(([, name = '']) => values[name as Placeholder] ?? '');
      if (named.length > 0 && named.every((value) => value === '')) return [];
      const filled = line.replace(NAMED, (whole, name: string) => values[name as Placeholder] ?? whole);
      return [filled.replace(EMPTY_BRACKETS, '').trimEnd()];
    })
    .join('\n')
    .trim();
}
