import { wordOf } from '#server/words.ts';
import type { UnreadColumn } from '#shared/contract/imports.ts';
import type { Language } from '#shared/i18n/index.ts';

/** The format of an import file. */
export interface ImportSheet<Column extends string> {
  /** The key of the headings' words. */
  name: string;
  /** In the order of the template. */
  columns: readonly Column[];
  /** Columns that a file may leave out. */
  optional: readonly Column[];
  maxRows: number;
  /** Columns of the list's own export that only the platform fills in: not worth a word when the file comes back. */
  states?: readonly string[];
}

/** Extra columns of an error file, which are ignored when it is imported again. */
export const REASON_HEADINGS = ['lists.import_row', 'lists.import_reason'] as const;

/** The result of reading a file's headings. */
export interface ImportHead<Column extends string> {
  /** Index of each column in the file, from 0. */
  places: ReadonlyMap<Column, number>;
  missing: Column[];
  /** Columns with more than one heading: ambiguous. */
  repeated: Column[];
  unread: UnreadColumn[];
}

export function headingOf<Column extends string>(
  { name }: ImportSheet<Column>,
  language: Language,
  key: Column,
): string {
  return wordOf(language, `${name}.${key}`) ?? key;
}

/** Headings are recognised in both languages, whatever their spacing and marks: `MN号`, `* Site Name`. */
function plain(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*_:]/g, '');
}

/** Number of the sheet's columns that a row of a file names. */
export function namedIn<Column extends string>(sheet: ImportSheet<Column>, cells: readonly string[]): number {
  return meantBy(sheet, cells).size;
}

/** The columns that each heading can mean. */
function meantBy<Column extends string>(
  sheet: ImportSheet<Column>,
  cells: readonly string[],
): Map<Column, number[]> {
  const written = cells.map(plain);
  const meant = new Map<Column, number[]>();
  for (const key of sheet.columns) {
    const names = namesOf(sheet, key);
    const at = [...written.keys()].filter((column) => names.includes(written[column] ?? ''));
    if (at.length > 0) meant.set(key, at);
  }
  return meant;
}

function namesOf<Column extends string>(sheet: ImportSheet<Column>, key: Column): string[] {
  return [key, headingOf(sheet, 'zh', key), headingOf(sheet, 'en', key)].map(plain);
}

/** `body` distinguishes unnamed columns with content from empty ones. */
export function readHead<Column extends string>(
  sheet: ImportSheet<Column>,
  head: readonly string[],
  body: readonly { cells: readonly string[] }[],
): ImportHead<Column> {
  const meant = meantBy(sheet, head);
  const isNamed = (key: Column) => meant.has(key);
  const read = new Set([...meant.values()].flat());
  const width = body.reduce((most, { cells }) => Math.max(most, cells.length), head.length);
  const absent = sheet.columns.filter((key) => !isNamed(key));
  const ours = [...REASON_HEADINGS, ...(sheet.states ?? []).map((key) => `${sheet.name}.${key}`)];
  const isOurs = (heading: string) =>
    ours.some((key) =>
      (['zh', 'en'] as const).some((language) => plain(wordOf(language, key) ?? key) === plain(heading)),
    );
  const unread = Array.from({ length: width }, (_, at) => ({ at, heading: head[at] ?? '' }))
    .filter(
      ({ at, heading }) =>
        !read.has(at) && (heading !== '' || body.some(({ cells }) => cells[at])) && !isOurs(heading),
    )
    .map(({ at, heading }) => ({ column: at + 1, heading, meant: closest(sheet, absent, heading) }));
  return {
    places: new Map([...meant].map(([key, [first = 0]]) => [key, first])),
    missing: absent.filter((key) => !sheet.optional.includes(key)),
    repeated: [...meant].filter(([, at]) => at.length > 1).map(([key]) => key),
    unread,
  };
}

/** Names of at least this length may have two typing errors, shorter ones one. */
const LONG = 6;
/** A much longer heading is not a name, and the time of comparing is proportional to both lengths. */
const LONGEST = 60;

/** The missing column that a heading probably means; a unit after it is ignored. */
function closest<Column extends string>(
  sheet: ImportSheet<Column>,
  absent: readonly Column[],
  heading: string,
): Column | undefined {
  const written = plain(heading.normalize('NFKC').replace(/\([^)]*\)\s*$/, ''));
  if (written.length < 2 || written.length > LONGEST) return undefined;
  const near = absent
    .map((key) => ({
      key,
      slips: Math.min(...namesOf(sheet, key).map((name) => slipsBetween(name, written))),
    }))
    .filter(({ slips }) => slips <= (written.length < LONG ? 1 : 2))
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.key;
}

/** Edit distance. */
function slipsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, sign] of [...one].entries()) {
    const row = [line + 1];
    for (const [at, letter] of [...other].entries()) {
      const [left = 0, up = 0, corner = 0] = [row[at], above[at + 1], above[at]];
      row.push(Math.min(left + 1, up + 1, corner + (sign === letter ? 0 : 1)));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
