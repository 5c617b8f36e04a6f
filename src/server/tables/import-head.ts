import { wordOf } from '#server/words.ts';
import type { UnreadColumn } from '#shared/contract/imports.ts';
import type { Language } from '#shared/i18n/index.ts';

/** What an import file looks like. */
export interface ImportSheet<Column extends string> {
  /** Where the words of the headings are. */
  name: string;
  /** In the template's order. */
  columns: readonly Column[];
  /** Columns that a file may leave out. */
  optional: readonly Column[];
  maxRows: number;
}

/** Of columns that an error file has beside those of the import: what they say is not read again. */
export const REASON_HEADINGS = ['lists.import_row', 'lists.import_reason'] as const;

/** What the headings of a file say. */
export interface ImportHead<Column extends string> {
  /** Which of the file's columns holds what, counted from 0. */
  places: ReadonlyMap<Column, number>;
  missing: Column[];
  /** Named by more than one heading: nobody can say which of them counts. */
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

/** Headings are meant in either language, however they are spaced and marked: `MN号`, `* Site Name`. */
function plain(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*_:]/g, '');
}

/** How many of the sheet's columns a row of a file names. */
export function namedIn<Column extends string>(sheet: ImportSheet<Column>, cells: readonly string[]): number {
  return meantBy(sheet, cells).size;
}

/** The columns that each key of the sheet is meant by. */
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

/** `body` tells columns that hold something without saying what from those that are empty. */
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
  const isReason = (heading: string) =>
    REASON_HEADINGS.some((key) =>
      (['zh', 'en'] as const).some((language) => plain(wordOf(language, key) ?? key) === plain(heading)),
    );
  const unread = Array.from({ length: width }, (_, at) => ({ at, heading: head[at] ?? '' }))
    .filter(
      ({ at, heading }) =>
        !read.has(at) && (heading !== '' || body.some(({ cells }) => cells[at])) && !isReason(heading),
    )
    .map(({ at, heading }) => ({ column: at + 1, heading, meant: closest(sheet, absent, heading) }));
  return {
    places: new Map([...meant].map(([key, [first = 0]]) => [key, first])),
    missing: absent.filter((key) => !sheet.optional.includes(key)),
    repeated: [...meant].filter(([, at]) => at.length > 1).map(([key]) => key),
    unread,
  };
}

/** In a word of so many signs two slips are forgiven, in a shorter one one. */
const LONG = 6;
/** A heading much longer than any name is none of them, and comparing takes as long as both together. */
const LONGEST = 60;

/** Of the columns that the file does not name the one that a heading is likely meant for; a unit behind it says nothing. */
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

/** Signs left out, put in or mistaken. */
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
