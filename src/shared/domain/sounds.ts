/** Whether a name is spoken like what was typed: from the start of any syllable on, with or without spaces. */
export function sounds(syllables: string, typed: string): boolean {
  const sought = typed.replaceAll(' ', '');
  if (sought === '') return false;
  const parts = syllables.split(' ');
  return parts.some((_, first) => parts.slice(first).join('').startsWith(sought));
}
