import { pinyin } from 'pinyin-pro';
import { OTHER_FORM } from '#shared/domain/sounds.ts';

/** More names than any network has: a list that grew beyond is of names that are gone. */
const MOST = 50_000;
const known = new Map<string, Sound>();

/** What people type for a name. */
export interface Sound {
  /** 长江大桥 → cjdq; 北京市东城区 → bjsdcq bjdcq bjdc, since people leave out what kind of place it is. */
  initials: string;
  /** 长江大桥 → chang jiang da qiao; of a name with kinds of places all its forms. */
  syllables: string;
}

/** By dictionary, because many characters have several readings. */
export function soundOf(name: string): Sound {
  const found = known.get(name);
  if (found !== undefined) return found;
  const forms = spokenForms(name);
  const said = (pattern: 'first' | 'pinyin', within: string, between: string) =>
    [...new Set(forms.map((form) => read(form, pattern).join(within)))].join(between);
  const sound = { initials: said('first', '', ' '), syllables: said('pinyin', ' ', OTHER_FORM) };
  if (known.size >= MOST) known.clear();
  known.set(name, sound);
  return sound;
}

/** Each division by itself: read at once, 西安市长安区 would have a mayor (市长) in it. */
const afterDivision = /(?<=[省市区县旗州])/;

/** The kind of a place after its name. A 州 belongs to the name, as in 广州. */
const kindOfPlace = /(?<=.)(?:特别行政区|自治[区州县]|[省市区县])/g;

/** The whole name, the name with its last kind only, and the name without any. */
function spokenForms(name: string): string[] {
  const kinds = [...name.matchAll(kindOfPlace)];
  const last = kinds.at(-1)?.index ?? -1;
  const bare = name.replace(kindOfPlace, '');
  return bare === ''
    ? [name]
    : [name, name.replace(kindOfPlace, (kind, at) => (at === last ? kind : '')), bare];
}

function read(name: string, pattern: 'first' | 'pinyin'): string[] {
  return name
    .split(afterDivision)
    .flatMap((part) =>
      pinyin(part, { pattern, toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }),
    )
    .map((part) => part.toLowerCase());
}
