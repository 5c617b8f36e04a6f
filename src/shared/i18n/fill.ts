/** Where something is put into a sentence: `{{name}}`. */
export const SLOT = /{{(\w+)}}/g;

/** The sentence with its slots filled; one that nothing is given for stays as it is, so that it is noticed. */
export function fill(sentence: string, slots: Readonly<Record<string, string | number | undefined>>): string {
  return sentence.replace(SLOT, (slot, name: string) => String(slots[name] ?? slot));
}
