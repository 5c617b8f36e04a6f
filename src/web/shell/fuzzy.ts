/**
 * The first Chinese character, in pinyin order, of each initial. There is no i, u or v. Comparing with the
 * browser's own pinyin collation answers a character's initial without a dictionary.
 */
const firstOf = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀';
const initials = 'abcdefghjklmnopqrstwxyz';
const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin');
const chinese = /[\u4e00-\u9fff]/;

/** 历史数据查询 → lssjcx; other characters stay as they are. */
export function pinyinInitials(text: string): string {
  return Array.from(text, (char) => (chinese.test(char) ? initialOf(char) : char.toLowerCase())).join('');
}

function initialOf(char: string): string {
  for (let index = firstOf.length - 1; index >= 0; index--) {
    if (collator.compare(char, firstOf.charAt(index)) >= 0) return initials.charAt(index);
  }
  return char;
}

/** How well a text answers a keyword: 0 not at all, larger is better. Letters may be left out, not reordered. */
export function fitOf(keyword: string, text: string): number {
  const wanted = keyword.trim().toLowerCase().replace(/\s+/g, ' ');
  const within = text.toLowerCase();
  if (wanted === '') return 1;
  const at = within.indexOf(wanted);
  if (at >= 0) return 100 - Math.min(at, 50) + (at === 0 ? 20 : 0);
  let position = -1;
  let gaps = 0;
  for (const char of wanted.replaceAll(' ', '')) {
    const next = within.indexOf(char, position + 1);
    if (next < 0) return 0;
    if (position >= 0) gaps += next - position - 1;
    position = next;
  }
  return Math.max(1, 40 - gaps);
}
