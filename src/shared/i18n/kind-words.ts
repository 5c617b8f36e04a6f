type KindWords<W> = { [K in keyof W as `kind_${K & string}`]: string };

/** The words of all command kinds, with the keys that a list uses for its column `kind`. */
export function kindWords<W extends Record<string, string>>(words: W): KindWords<W> {
  return Object.fromEntries(
    Object.entries(words).map(([kind, word]) => [`kind_${kind}`, word]),
  ) as KindWords<W>;
}
