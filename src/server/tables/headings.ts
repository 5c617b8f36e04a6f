import type { MergeRange } from 'hucre';

/** The heading of one column, or a group heading over several. */
export type Heading = string | { title: string; over: readonly Heading[] };

/** One heading per column, for files without merged cells: group headings become a prefix. */
export function flatHeadings(headings: readonly Heading[], above: readonly string[] = []): string[] {
  return headings.flatMap((heading) =>
    typeof heading === 'string'
      ? [[...above, heading].join(' ')]
      : flatHeadings(heading.over, [...above, heading.title]),
  );
}

const widthOf = (heading: Heading): number =>
  typeof heading === 'string' ? 1 : heading.over.reduce((sum, each) => sum + widthOf(each), 0);

const depthOf = (headings: readonly Heading[]): number =>
  Math.max(...headings.map((heading) => (typeof heading === 'string' ? 1 : 1 + depthOf(heading.over))));

export interface HeadingRows {
  rows: (string | null)[][];
  /** Counted from the first of these rows. */
  merges: MergeRange[];
}

/** The headings as rows of cells: a group heading spans its columns, a column heading spans the rows below it. */
export function headingRows(headings: readonly Heading[]): HeadingRows {
  const width = headings.reduce((sum, heading) => sum + widthOf(heading), 0);
  const depth = depthOf(headings);
  const rows = Array.from({ length: depth }, () => new Array<string | null>(width).fill(null));
  const merges: MergeRange[] = [];
  const place = (list: readonly Heading[], row: number, start: number) => {
    let column = start;
    for (const heading of list) {
      const isColumn = typeof heading === 'string';
      const line = rows[row];
      if (line) line[column] = isColumn ? heading : heading.title;
      const end = { endRow: isColumn ? depth - 1 : row, endCol: column + widthOf(heading) - 1 };
      if (end.endRow > row || end.endCol > column) merges.push({ startRow: row, startCol: column, ...end });
      if (!isColumn) place(heading.over, row + 1, column);
      column = end.endCol + 1;
    }
  };
  place(headings, 0, 0);
  return { rows, merges };
}
