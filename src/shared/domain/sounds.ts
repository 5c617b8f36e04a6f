/** Separates two forms of a name: with and without the types of its places. */
export const OTHER_FORM = ' / ';

/** Whether typed pinyin matches a name from the start of any syllable, with or without spaces. */
export function sounds(syllables: string, typed: string): boolean {
  const sought = typed.replaceAll(' ', '');
  if (sought === '') return false;
  return syllables.split(OTHER_FORM).some((form) => {
    const parts = form.split(' ');
    return parts.some((_, first) => parts.slice(first).join('').startsWith(sought));
  });
}
