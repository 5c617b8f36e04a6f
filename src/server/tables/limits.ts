import { type DetailName, Fault } from '#shared/faults.ts';

/** As many columns as a mapping can name. */
const MAX_COLUMNS = 2000;
/** Maximum length of a spreadsheet cell. */
const MAX_CELL = 32_767;
/** A longer record has an unclosed quote, or no line ends: it would swallow the rest of the file. */
const MAX_RECORD = 100_000;

/** Maximum number of rows of a spreadsheet. */
const MAX_SHEET_ROWS = 1_048_576;

export const limits = { columns: MAX_COLUMNS, cell: MAX_CELL, record: MAX_RECORD, rows: MAX_SHEET_ROWS };

const details = {
  columns: 'too_many_columns',
  cell: 'cell_too_long',
  record: 'record_too_long',
  rows: 'too_many_rows',
} as const satisfies Record<string, DetailName>;

export type Limit = keyof typeof limits;

/** The refusal of a file that exceeds a limit; names the limit and, if known, the row. */
export function limitBroken(limit: Limit, row?: number): Fault {
  const detail = details[limit];
  return new Fault('file_format_wrong', { detail, params: { max: limits[limit], row: row ?? '' } });
}

/** The limit that this record exceeds. */
export function brokenLimit(cells: readonly string[]): Limit | undefined {
  if (cells.length > MAX_COLUMNS) return 'columns';
  let length = 0;
  for (const cell of cells) {
    if (cell.length > MAX_CELL) return 'cell';
    length += cell.length + 1;
  }
  return length > MAX_RECORD ? 'record' : undefined;
}
