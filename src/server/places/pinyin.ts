import { pinyin } from 'pinyin-pro';

/** More names than any network has: a list that grew beyond is of names that are gone. */
const MOST = 50_000;
const known = new Map<string, Sound>();

/** What people type for a name. */
export interface Sound {
  /** 长江大桥 → cjdq */
  initials: string;
  /** 长江大桥 → chang jiang da qiao */
  syllables: string;
}

/** By dictionary, because many characters have several readings. */
export function soundOf(name: string): Sound {
  const found = known.get(name);
  if (found !== undefined) return found;
  const sound = { initials: read(name, 'first').join(''), syllables: read(name, 'pinyin').join(' ') };
  if (known.size >= MOST) known.clear();
  known.set(name, sound);
  return sound;
}

/** Each division by itself: read at once, 西安市长安区 would have a mayor (市长) in it. */
const afterDivision = /(?<=[省市区县旗州])/;

function read(name: string, pattern: 'first' | 'pinyin'): string[] {
  return name
    .split(afterDivision)
    .flatMap((part) =>
      pinyin(part, { pattern, toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }),
    )
    .map((part) => part.toLowerCase());
}
