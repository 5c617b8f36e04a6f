import { pinyin } from 'pinyin-pro';
import { OTHER_FORM } from '#shared/domain/sounds.ts';

/** More than the names of any network: a longer list contains old names, so it is cleared. */
const MOST = 50_000;
const known = new Map<string, Sound>();

/** Pinyin of a name, as typed by users. */
export interface Sound {
  /** 长江大桥 → cjdq; 北京市东城区 → bjsdcq bjdcq bjdc, because users omit the kind of a place. */
  initials: string;
  /** 长江大桥 → chang jiang da qiao; all forms of a name with kinds of places. */
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

/** Each division is read separately: as a whole, 西安市长安区 would be read as containing 市长 (mayor). */
const afterDivision = /(?<=[省市区县旗州])/;

/** The kind of a place after its name. 州 is part of the name, as in 广州. */
const kindOfPlace = /(?<=.)(?:特别行政区|自治[区州县]|[省市区县])/g;

/** The full name, the name with its last kind only, and the name without kinds. */
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
