/** Text of strangers as PostgreSQL takes it: no zero bytes, and no halves of characters. */
export function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\uFFFD');
}
