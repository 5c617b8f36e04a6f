/** Makes external text storable in PostgreSQL: no zero bytes, no unpaired surrogates. */
export function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\uFFFD');
}
