import { pinyin } from 'pinyin-pro';

/** More names than any network has: a list that grew beyond is of names that are gone. */
const MOST = 50_000;
const known = new Map<string, string>();

/** What people type for a name: 长江大桥 → cjdq. By dictionary, because many characters have several readings. */
export function pinyinInitials(name: string): string {
  const found = known.get(name);
  if (found !== undefined) return found;
  const letters = pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' });
  const initials = letters.join('').toLowerCase();
  if (known.size >= MOST) known.clear();
  known.set(name, initials);
  return initials;
}
