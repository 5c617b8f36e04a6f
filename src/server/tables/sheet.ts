import type { CellValue, MergeRange } from 'hucre';
import type { Heading } from './headings.ts';

/** Format of a cell. Colours are RRGGBB. */
export interface Look {
  ground?: string;
  ink?: string;
  italic?: boolean;
  /** Number format: `"▲ "0.00` keeps the value a number. */
  format?: string;
}

/** Headings, lines, and notes below them. */
export interface Form {
  title: string;
  headings: readonly Heading[];
  /** Notes under a form: the standards used, and the meaning of its marks. */
  notes?: readonly string[];
  look?(line: readonly CellValue[], column: number, at: number): Look | undefined;
}

/** A form with its lines, as one sheet of a workbook. */
export interface Sheet extends Form {
  /** The name of its tab. */
  name: string;
  lines: CellValue[][];
  /** Row numbers start at the first line. */
  merges?: readonly MergeRange[];
}
