/** British dates whose short months all have three letters, as in the date pickers; Intl alone writes "Sept". */
export function englishFormat(options: Intl.DateTimeFormatOptions): { format(at: Date): string } {
  const british = new Intl.DateTimeFormat('en-GB', options);
  return { format: (at) => british.format(at).replace(/\bSept\b/, 'Sep') };
}
