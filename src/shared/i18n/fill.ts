/** A slot in a text: `{{name}}`. */
export const SLOT = /{{(\w+)}}/g;

/** Fills the slots of a text; a slot without a value stays visible. */
export function fill(sentence: string, slots: Readonly<Record<string, string | number | undefined>>): string {
  return sentence.replace(SLOT, (slot, name: string) => String(slots[name] ?? slot));
}
