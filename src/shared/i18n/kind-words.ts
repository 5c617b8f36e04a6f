type KindWords<W> = { [K in keyof W as `kind_${K & string}`]: string };

/** The words of all kinds of commands under the names by which a list finds those of its column `kind`. */
export function kindWords<W extends Record<string, string>>(words: W): KindWords<W> {
  return Object.fromEntries(
    Object.entries(words).map(([kind, word]) => [`kind_${kind}`, word]),
  ) as KindWords<W>;
}
