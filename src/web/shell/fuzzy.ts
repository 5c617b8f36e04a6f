/**
 * The first Chinese character, in pinyin order, of each initial; no syllable starts with i, u or v. Comparing with the
 * browser's pinyin collation finds the initial of a character without a dictionary.
 */
const firstOf = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀';
const initials = 'abcdefghjklmnopqrstwxyz';
const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin');
const chinese = /[\u4e00-\u9fff]/;

/** 历史数据查询 → lssjcx, KB 值控制 → kbzkz; spaces are removed. */
export function pinyinInitials(text: string): string {
  const chars = Array.from(text.replace(/\s/g, ''));
  return chars.map((char) => (chinese.test(char) ? initialOf(char) : char.toLowerCase())).join('');
}

/** Cache: ten thousand names have few distinct characters, and each keystroke searches them all. */
const known = new Map<string, string>();

function initialOf(char: string): string {
  const initial = known.get(char) ?? foundInitial(char);
  known.set(char, initial);
  return initial;
}

function foundInitial(char: string): string {
  for (let index = firstOf.length - 1; index >= 0; index--) {
    if (collator.compare(char, firstOf.charAt(index)) >= 0) return initials.charAt(index);
  }
  return char;
}

/** First letters of words: Historical data query → hdq. */
export function wordInitials(text: string): string {
  return Array.from(text.matchAll(/[a-z0-9]+/gi), ([word]) => word.charAt(0).toLowerCase()).join('');
}

/** Match score of a text: 0 is no match, larger is better; earlier matches score higher. */
export function fitOf(keyword: string, text: string): number {
  const wanted = keyword.trim().toLowerCase();
  const at = text.toLowerCase().indexOf(wanted);
  if (at < 0) return looseFit(wanted.replace(/\s/g, ''), text.toLowerCase());
  return 100 - Math.min(at, 50) + (at === 0 ? 20 : 0);
}

/** Subsequence match with a limited number of gaps: more would match anything. */
function looseFit(wanted: string, text: string): number {
  let position = text.indexOf(wanted.charAt(0));
  let gaps = 0;
  for (const char of wanted.slice(1)) {
    const next = text.indexOf(char, position + 1);
    if (position < 0 || next < 0) return 0;
    gaps += next - position - 1;
    position = next;
  }
  return position >= 0 && gaps <= wanted.length ? 40 - gaps : 0;
}
