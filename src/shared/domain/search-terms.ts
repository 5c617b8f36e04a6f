/**
 * Full-text search for Chinese without a dictionary: terms are all single characters and pairs of a run, and the words
 * of Latin text. PostgreSQL only stores and intersects them (decision 60), so its locale and text parsers do not
 * matter.
 */

const HAN_CLASS = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';
const HAN = new RegExp(HAN_CLASS, 'u');
/** Letters and digits of other scripts, which separate words by spaces. */
const WORD = `(?:(?!${HAN_CLASS})[\\p{L}\\p{N}])+`;
const RUNS = new RegExp(`${HAN_CLASS}+|${WORD}(?:[.\\-_/]${WORD})*`, 'gu');
/** Limits of a tsvector: the highest position, and the positions kept per term. */
const LAST_POSITION = 16_383;
const POSITIONS_KEPT = 255;
const LONGEST_WORD = 60;

/** Normalises full-width, subscript and upper-case forms: PM₂.₅ is found as pm2.5. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** A word and its parts: HJ 212-2017 is also found by 212 and by 2017. */
function partsOf(word: string): string[] {
  const parts = word.split(/[.\-_/]/);
  return parts.length > 1 ? [word, ...parts] : [word];
}

function termsOf(text: string): string[] {
  return [...folded(text).matchAll(RUNS)].flatMap(([run]) => {
    if (HAN.test(run.charAt(0))) return [...new Set(run), ...pairsOf(run)];
    return partsOf(run).map((part) => part.slice(0, LONGEST_WORD));
  });
}

const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`;

/** In the syntax of a tsvector. Terms of the title have more weight. */
export function searchVector(title: string, body: string): string {
  const places = new Map<string, string[]>();
  const put = (terms: readonly string[], weight: string) => {
    terms.forEach((term, at) => {
      const known = places.get(term) ?? [];
      if (known.length < POSITIONS_KEPT) known.push(`${Math.min(at + 1, LAST_POSITION)}${weight}`);
      places.set(term, known);
    });
  };
  put(termsOf(title), 'A');
  put(termsOf(body), '');
  return [...places].map(([term, at]) => `${quoted(term)}:${at.join(',')}`).join(' ');
}

/**
 * In the syntax of a tsquery: all typed terms are required, words by prefix. Undefined if there is no searchable term.
 */
export function searchQuery(typed: string): string | undefined {
  const wanted = [...folded(typed).matchAll(RUNS)].flatMap(([run]) => {
    if (!HAN.test(run.charAt(0))) return [`${quoted(run.slice(0, LONGEST_WORD))}:*`];
    const pairs = pairsOf(run);
    return (pairs.length > 0 ? pairs : [run]).map(quoted);
  });
  return wanted.length > 0 ? [...new Set(wanted)].join(' & ') : undefined;
}
