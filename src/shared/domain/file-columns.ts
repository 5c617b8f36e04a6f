import { otherUnitIn } from './heading-unit.ts';

/** The parts of a factor that a column can hold. */
export const fileParts = ['avg', 'min', 'max', 'cou', 'zs', 'raw', 'flag'] as const;
export type FilePart = (typeof fileParts)[number];

/** A factor that a heading may mean. */
export interface HeadedFactor {
  component_id: number;
  component_key: string;
  component_name: string;
  component_name_en: string;
  formula: string;
  unit: string;
  code_2017: string | null;
  code_2005: string | null;
}

export type ColumnRole =
  | { as: 'time' | 'site' | 'data_type' | 'ignored' }
  | { as: 'value'; component_id: number; part: FilePart };

export interface GuessedColumns {
  roles: ColumnRole[];
  /** Whether its times are labelled as the end of periods. */
  label: 'start' | 'end';
}

const suffixes: Record<FilePart, string> = {
  avg: 'Avg',
  min: 'Min',
  max: 'Max',
  cou: 'Cou',
  zs: 'ZsAvg',
  raw: 'Raw',
  flag: 'Flag',
};

/** The heading of an export, which can be imported again: `a34004-Avg 细颗粒物 PM₂.₅ (µg/m³)`. */
export function fileHeading(
  { code_2017, component_key, unit }: Pick<HeadedFactor, 'code_2017' | 'component_key' | 'unit'>,
  label: string,
  part: FilePart,
): string {
  const code = `${code_2017 ?? component_key}-${suffixes[part]} ${label}`;
  return unit && part !== 'flag' ? `${code} (${unit})` : code;
}

/** Words for the parts, before or after a factor's name. */
const partWords: Record<FilePart, readonly string[]> = {
  avg: ['avg', 'rtd', 'average', 'mean', 'value', '平均值', '平均', '均值', '实时值', '浓度', '值'],
  min: ['min', 'minimum', 'lowest', '最小值', '最小', '最低'],
  max: ['max', 'maximum', 'highest', '最大值', '最大', '最高'],
  cou: ['cou', 'total', 'sum', '累计值', '累计', '总量', '排放量'],
  zs: ['zsavg', 'zsrtd', 'zs', 'converted', '折算值', '折算'],
  raw: ['raw', 'uncorrected', '原始值', '原始'],
  flag: ['flag', 'mark', '标记', '标识', '数据标记', '状态'],
};

const timeWords =
  '时间 数据时间 监测时间 采样时间 日期 日期时间 时刻 time datetime date datatime timestamp ts monitortime';
const startWords = '开始时间 起始时间 starttime periodstart';
const endWords = '结束时间 截止时间 endtime periodend';
const mnWords = 'mn mn号 设备编号 站点编号 设备mn siteid stationid siteno stationno';
const nameWords =
  '站点 站点名称 站名 测点 测点名称 点位 点位名称 监测点 监测点位 site sitename station stationname name';
const typeWords = '数据类型 类型 datatype type cn';

const setOf = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(' ')));
const times = setOf(timeWords, startWords, endWords);
const ends = setOf(endWords);
const mns = setOf(mnWords);
const names = setOf(nameWords);
const types = setOf(typeWords);

/** Normalises spelling: SO₂ is SO2, PM2.5 is PM₂.₅, `Wind speed` is `wind_speed`. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_·*:：]/g, '');
}

/** Without bracketed text: nearly always a unit. */
function withoutBrackets(text: string): string {
  return text.normalize('NFKC').replace(/[([{【][^)\]}】]*[)\]}】]/g, ' ');
}

/** Guesses the meaning of columns by their headings; each meaning once, unknown ones are left out. */
export function guessColumns(headings: readonly string[], factors: readonly HeadedFactor[]): GuessedColumns {
  const known = namesOf(factors);
  const units = unitsOf(factors);
  const bare = headings.map((heading) => plain(withoutBrackets(heading)));
  const timeAt = bare.findIndex((name) => times.has(name));
  const mnAt = bare.findIndex((name) => mns.has(name));
  const siteAt = mnAt >= 0 ? mnAt : bare.findIndex((name) => names.has(name));
  const typeAt = bare.findIndex((name) => types.has(name));
  const taken = new Set<string>();
  const roles = headings.map((heading, at): ColumnRole => {
    if (at === timeAt) return { as: 'time' };
    if (at === siteAt) return { as: 'site' };
    if (at === typeAt) return { as: 'data_type' };
    const value = meaningOf(heading, known);
    const key = value && `${value.component_id} ${value.part}`;
    if (!value || !key || taken.has(key) || conflictIn(heading, value, units)) return { as: 'ignored' };
    taken.add(key);
    return { as: 'value', ...value };
  });
  const timeHeading = headings[timeAt] ?? '';
  const isEnd = ends.has(bare[timeAt] ?? '') || /结束|截止|\bend/i.test(timeHeading);
  return { roles, label: isEnd ? 'end' : 'start' };
}

/** A heading with a unit other than the factor's: a user must decide what its numbers mean. */
export interface UnitConflict {
  said: string;
  unit: string;
}

/** One entry per heading. */
export function unitConflicts(
  headings: readonly string[],
  factors: readonly HeadedFactor[],
): (UnitConflict | undefined)[] {
  const known = namesOf(factors);
  const units = unitsOf(factors);
  return headings.map((heading) => {
    const value = meaningOf(heading, known);
    return value && conflictIn(heading, value, units);
  });
}

const unitsOf = (factors: readonly HeadedFactor[]) =>
  new Map(factors.map(({ component_id, unit }) => [component_id, unit]));

function conflictIn(
  heading: string,
  { component_id, part }: Meaning,
  units: ReadonlyMap<number, string>,
): UnitConflict | undefined {
  const unit = units.get(component_id) ?? '';
  const said = part === 'flag' ? undefined : otherUnitIn(heading, unit);
  return said === undefined ? undefined : { said, unit };
}

/** Number of columns that a line would explain if it held the headings. */
export function recognised(roles: readonly ColumnRole[]): number {
  return roles.filter(({ as }) => as !== 'ignored').length;
}

type Names = ReadonlyMap<string, number>;

interface Meaning {
  component_id: number;
  part: FilePart;
}

/** A name of two factors is ambiguous and left out; a national code is not a name. */
function namesOf(factors: readonly HeadedFactor[]): Names {
  const found = new Map<string, number | undefined>();
  const add = (name: string | null, component_id: number) => {
    const key = plain(name ?? '');
    if (key === '') return;
    const other = found.get(key);
    found.set(key, found.has(key) && other !== component_id ? undefined : component_id);
  };
  for (const { component_id, component_name, component_name_en, formula } of factors) {
    for (const name of [component_name, component_name_en, formula]) add(name, component_id);
    add(`${component_name}${formula}`, component_id);
    add(`${component_name_en}${formula}`, component_id);
  }
  // Codes and keys are unique and take precedence over equal names.
  for (const code of ['code_2005', 'component_key', 'code_2017'] as const) {
    for (const factor of factors) {
      if (factor[code]) found.set(plain(factor[code]), factor.component_id);
    }
  }
  return new Map([...found].flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])));
}

function meaningOf(heading: string, known: Names): Meaning | undefined {
  const [first = ''] = heading.trim().split(/\s/);
  // `a34004-Avg` is sufficient, whatever follows it.
  const coded = first.includes('-') ? [first] : [];
  for (const text of [...coded, withoutBrackets(heading), heading, first]) {
    const name = plain(text);
    const whole = known.get(name);
    if (whole !== undefined) return { component_id: whole, part: 'avg' };
    for (const part of fileParts) {
      for (const word of partWords[part]) {
        const component_id = known.get(around(name, word) ?? '');
        if (component_id !== undefined) return { component_id, part };
      }
    }
  }
  return undefined;
}

/** The name without a word at its start or end. */
function around(name: string, word: string): string | undefined {
  if (name.endsWith(word)) return name.slice(0, -word.length).replace(/[-/.]$/, '');
  if (name.startsWith(word)) return name.slice(word.length).replace(/^[-/.]/, '');
  return undefined;
}

const typeNames: Record<string, readonly string[]> = {
  realtime: ['realtime', 'real-time', 'rtd', '实时', '实时数据', '2011'],
  minute: ['minute', 'minutes', 'min', '分钟', '分钟数据', '2051'],
  hour: ['hour', 'hours', 'hourly', '小时', '小时数据', '2061'],
  day: ['day', 'days', 'daily', '日', '日数据', '天', '2031'],
};
const typeOfName = new Map(
  Object.entries(typeNames).flatMap(([type, list]) => list.map((name): [string, string] => [name, type])),
);

/** Parses a data type. */
export function parseFileType(text: string): 'realtime' | 'minute' | 'hour' | 'day' | undefined {
  return typeOfName.get(plain(text)) as 'realtime' | 'minute' | 'hour' | 'day' | undefined;
}

const nothings = new Set(['', '-', '--', '---', '—', '——', '–', '/', 'na', 'n/a', 'null', 'nan', '无']);
const figure = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** Limit of single precision. */
const LARGEST = 3e38;

/** Parses a cell: null if it is empty or says "no value", otherwise the number or what is wrong. */
export function parseFileNumber(text: string): number | null | 'not_a_number' | 'out_of_range' {
  const said = text.trim();
  if (nothings.has(said.toLowerCase())) return null;
  if (!figure.test(said)) return 'not_a_number';
  const value = Number(said);
  return Math.abs(value) > LARGEST ? 'out_of_range' : value;
}

/** The shortest digits that parse to the same single-precision number. */
export function singleText(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === Math.fround(value)) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}
