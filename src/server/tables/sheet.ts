import type { CellValue, MergeRange } from 'hucre';
import type { Heading } from './headings.ts';

/** How a cell looks beside its neighbours. Colours are RRGGBB. */
export interface Look {
  ground?: string;
  ink?: string;
  italic?: boolean;
  /** How a spreadsheet writes the number: `"▲ "0.00` keeps it one. */
  format?: string;
}

/** What is filed: headings over lines, and under them what they were judged by. */
export interface Form {
  title: string;
  headings: readonly Heading[];
  /** What stands under a form: what it was judged by, and what its marks mean. */
  notes?: readonly string[];
  look?(line: readonly CellValue[], column: number, at: number): Look | undefined;
}

/** A form with its lines, as one sheet of a book. */
export interface Sheet extends Form {
  /** On its tab. */
  name: string;
  lines: CellValue[][];
  /** Counted from the first line. */
  merges?: readonly MergeRange[];
}
