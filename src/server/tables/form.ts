import { writeFile } from 'node:fs/promises';
import type { Cell, CellStyle, CellValue, MergeRange, WriteSheet } from 'hucre';
import { excelLibrary } from './excel-library.ts';
import { headingRows } from './headings.ts';
import type { Form, Look, Sheet } from './sheet.ts';
import { sheetName } from './write.ts';

/** A form has merged headings or notes below it. */
export function isForm({ headings, notes }: Form): boolean {
  return notes !== undefined || headings.some((heading) => typeof heading !== 'string');
}

const line = { style: 'thin', color: { rgb: '9AA5AB' } } as const;
const border = { top: line, right: line, bottom: line, left: line };
const centred = { horizontal: 'center', vertical: 'center', wrapText: true } as const;
const titleStyle: CellStyle = { font: { bold: true, size: 14 }, alignment: centred };
const headStyle: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EEF3F5' } },
  alignment: centred,
  border,
};
const noteStyle: CellStyle = { alignment: { horizontal: 'left' } };

/** Writes a form of limited size as an Excel file. */
export async function writeForm(path: string, form: Form, rows: AsyncIterable<CellValue[]>): Promise<void> {
  const lines: CellValue[][] = [];
  for await (const row of rows) lines.push(row);
  await writeBook(path, [{ ...form, name: form.title, lines }]);
}

/** Writes forms of limited size as one workbook, one sheet each. */
export async function writeBook(path: string, sheets: Iterable<Sheet> | AsyncIterable<Sheet>): Promise<void> {
  const names = new Set<string>();
  const written: WriteSheet[] = [];
  for await (const sheet of sheets) written.push(formSheet(sheet, freeName(sheet.name, names)));
  const { writeXlsx } = await excelLibrary();
  await writeFile(path, await writeXlsx({ sheets: written }), { mode: 0o600 });
}

/** Sheet names must be unique, ignoring case. */
function freeName(title: string, taken: Set<string>): string {
  const name = sheetName(title);
  let free = name;
  for (let times = 2; taken.has(free.toLowerCase()); times += 1) {
    const more = ` (${times})`;
    free = sheetName(name.slice(0, 31 - more.length) + more);
  }
  taken.add(free.toLowerCase());
  return free;
}

/** Title, merged headings, framed lines, notes; landscape, fitted to the page width. */
function formSheet(
  { title, headings, notes = [], lines, look, merges = [] }: Sheet,
  name: string,
): WriteSheet {
  const heads = headingRows(headings);
  const columns = heads.rows[0]?.length ?? 1;
  const cells = new Map<string, Partial<Cell>>();
  const styleRow = (row: number, style: CellStyle) => {
    for (let column = 0; column < columns; column += 1) cells.set(`${row},${column}`, { style });
  };
  const linesAt = 1 + heads.rows.length;
  const notesAt = linesAt + lines.length;

  styleRow(0, titleStyle);
  heads.rows.forEach((_, at) => {
    styleRow(1 + at, headStyle);
  });
  lines.forEach((line, at) => {
    line.forEach((_, column) => {
      const own = look?.(line, column, at);
      if (own) cells.set(`${linesAt + at},${column}`, { style: bodyStyle(own) });
    });
  });
  notes.forEach((_, at) => {
    styleRow(notesAt + at, noteStyle);
  });

  const across = (row: number): MergeRange => ({
    startRow: row,
    startCol: 0,
    endRow: row,
    endCol: columns - 1,
  });
  return {
    name,
    rows: [[title], ...heads.rows, ...lines, ...notes.map((note) => [note])],
    cells,
    columns: Array.from({ length: columns }, (_, at) => ({
      width: widthOf(lines, at),
      style: bodyStyle({}),
    })),
    merges: [
      across(0),
      ...heads.merges.map((merge) => lowered(merge, 1)),
      ...merges.map((merge) => lowered(merge, linesAt)),
      ...notes.map((_, at) => across(notesAt + at)),
    ],
    freezePane: { rows: linesAt },
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}

const lowered = (merge: MergeRange, rows: number): MergeRange => ({
  ...merge,
  startRow: merge.startRow + rows,
  endRow: merge.endRow + rows,
});

// Shares style objects, so that the file contains each style once.
const styles = new Map<string, CellStyle>();

function bodyStyle(look: Look): CellStyle {
  const key = JSON.stringify(look);
  const known = styles.get(key);
  if (known) return known;
  const { ground, italic, format } = look;
  const ink = look.ink ?? (ground && isDark(ground) ? 'FFFFFF' : undefined);
  const style: CellStyle = {
    border,
    alignment: { horizontal: 'center', vertical: 'center' },
    ...(ground && { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: ground } } }),
    ...((ink || italic) && { font: { ...(ink && { color: { rgb: ink } }), ...(italic && { italic }) } }),
    ...(format && { numFmt: format }),
  };
  styles.set(key, style);
  return style;
}

const isDark = (rgb: string) =>
  Number.parseInt(rgb.slice(0, 2), 16) < 0xa0 && Number.parseInt(rgb.slice(2, 4), 16) < 0xa0;

/** Width in characters, of which Chinese ones count twice. Only the first rows are measured. */
function widthOf(lines: readonly CellValue[][], column: number): number {
  const longest = lines
    .slice(0, 100)
    .map((row) => [...String(row[column] ?? '')].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0));
  return Math.min(32, Math.max(9, 2 + Math.max(0, ...longest)));
}
