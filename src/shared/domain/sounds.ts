/** Between two ways to say one name: with and without the kinds of its places. */
export const OTHER_FORM = ' / ';

/** Whether a name is spoken like what was typed: from the start of any syllable on, with or without spaces. */
export function sounds(syllables: string, typed: string): boolean {
  const sought = typed.replaceAll(' ', '');
  if (sought === '') return false;
  return syllables.split(OTHER_FORM).some((form) => {
    const parts = form.split(' ');
    return parts.some((_, first) => parts.slice(first).join('').startsWith(sought));
  });
}
