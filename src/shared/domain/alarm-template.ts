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

/** A doubled brace, which stands for itself, or a placeholder. */
const TOKEN = /\{\{|\}\}|\{([^{}\s]*)\}/g;

/** What remains of `({mn})` when it is empty. */
const EMPTY_BRACKETS = / ?(\(\)|（）|【】|\[\])/g;

/** A doubled brace, or anything that begins or ends with a brace, as Chinese input methods type it too. */
const BRACED = /\{\{|\}\}|[{｛][^{}｛｝\n]*[}｝]?|[}｝]/g;

/** Parts that look like placeholders but are none: they would be sent as they are. */
export function unknownPlaceholders(text: string): string[] {
  const known = new Set(['{{', '}}', ...placeholders.map((name) => `{${name}}`)]);
  const braced = [...text.matchAll(BRACED)].map(([part]) => part.trim());
  return [...new Set(braced.filter((part) => !known.has(part)))];
}

/** Fills in a template. A line whose placeholders are all empty is left out. */
export function fillMessage(text: string, values: TemplateValues): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const named = [...line.matchAll(TOKEN)]
        .filter(([, name]) => name !== undefined)
        .map(([, name]) => values[name as Placeholder] ?? '');
      if (named.length > 0 && named.every((value) => value === '')) return [];
      const filled = line.replace(TOKEN, (whole, name?: string) =>
        name === undefined ? whole.charAt(0) : (values[name as Placeholder] ?? whole),
      );
      return [filled.replace(EMPTY_BRACKETS, '').trimEnd()];
    })
    .join('\n')
    .trim();
}
