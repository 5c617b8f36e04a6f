import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { Form, Sheet } from './sheet.ts';

/** What can be exported: every list, and tables whose columns depend on what is asked. */
export interface TableSource {
  /** What a request for an export calls it. */
  name: string;
  needs: string;
  /** Refuses what the user may not see, and columns that it does not have. */
  open(ctx: Ctx, asked: TableQuestion): Promise<Table>;
  /** The same refusals and how much there will be, where opening is itself long work. */
  size?(ctx: Ctx, asked: TableQuestion): Promise<{ title: string; total: number }>;
}

export interface TableQuestion {
  language: Language;
  /** What it is written as, where that is known. */
  format?: 'xlsx' | 'csv';
  columns: readonly string[];
  query: Record<string, unknown>;
}

export interface Table extends Form {
  count(): Promise<number>;
  /** In batches, so that memory stays flat however many there are. */
  rows(): AsyncIterable<CellValue[][]>;
  /** The same as an Excel book, where one table of all would not be filed as one. */
  sheets?(): AsyncIterable<Sheet>;
}
