import { writeFile } from 'node:fs/promises';
import { type Cell, type CellStyle, type CellValue, type MergeRange, writeXlsx } from 'hucre';
import type { Table } from '#server/http/route.ts';
import { headingRows } from './headings.ts';
import { sheetName } from './write.ts';

/** A table that is filed: its headings are merged, or notes stand under it. */
export function isForm({ headings, notes }: Pick<Table, 'headings' | 'notes'>): boolean {
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

/** A form of bounded size as Excel: title, merged headings, framed rows, notes; landscape, as wide as the paper. */
export async function writeForm(
  path: string,
  { title, headings, notes = [], paint }: Table,
  rows: AsyncIterable<CellValue[]>,
): Promise<void> {
  const heads = headingRows(headings);
  const columns = heads.rows[0]?.length ?? 1;
  const cells = new Map<string, Partial<Cell>>();
  const styleRow = (row: number, style: CellStyle) => {
    for (let column = 0; column < columns; column += 1) cells.set(`${row},${column}`, { style });
  };
  const body: CellValue[][] = [];
  for await (const row of rows) body.push(row);
  const bodyAt = 1 + heads.rows.length;
  const notesAt = bodyAt + body.length;

  styleRow(0, titleStyle);
  heads.rows.forEach((_, at) => {
    styleRow(1 + at, headStyle);
  });
  body.forEach((row, at) => {
    row.forEach((_, column) => {
      const ground = paint?.(row, column);
      if (ground) cells.set(`${bodyAt + at},${column}`, { style: bodyStyle(ground) });
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
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(title),
        rows: [[title], ...heads.rows, ...body, ...notes.map((note) => [note])],
        cells,
        columns: Array.from({ length: columns }, (_, at) => ({
          width: widthOf(body, at),
          style: bodyStyle(undefined),
        })),
        merges: [
          across(0),
          ...heads.merges.map((merge) => ({
            ...merge,
            startRow: merge.startRow + 1,
            endRow: merge.endRow + 1,
          })),
          ...notes.map((_, at) => across(notesAt + at)),
        ],
        freezePane: { rows: bodyAt },
        pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
      },
    ],
  });
  await writeFile(path, bytes, { mode: 0o600 });
}

// The same style is one object: the file holds each once.
const styles = new Map<string | undefined, CellStyle>();

function bodyStyle(ground: string | undefined): CellStyle {
  const known = styles.get(ground);
  if (known) return known;
  const fill = ground
    ? { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: ground } } as const }
    : {};
  const style: CellStyle = {
    border,
    alignment: { horizontal: 'center' },
    ...fill,
    ...(ground && isDark(ground) ? { font: { color: { rgb: 'FFFFFF' } } } : {}),
  };
  styles.set(ground, style);
  return style;
}

const isDark = (rgb: string) =>
  Number.parseInt(rgb.slice(0, 2), 16) < 0xa0 && Number.parseInt(rgb.slice(2, 4), 16) < 0xa0;

/** In characters; those of Chinese are twice as wide. A form is not searched further than its first rows. */
function widthOf(body: readonly CellValue[][], column: number): number {
  const longest = body
    .slice(0, 100)
    .map((row) => [...String(row[column] ?? '')].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0));
  return Math.min(32, Math.max(9, 2 + Math.max(0, ...longest)));
}
