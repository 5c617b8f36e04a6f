import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { Form, Sheet } from './sheet.ts';

/** Anything that can be exported: every list, and tables whose columns depend on the query. */
export interface TableSource {
  /** Its name in export requests. */
  name: string;
  needs: string;
  /** Refuses what the user may not see, and unknown columns. */
  open(ctx: Ctx, asked: TableQuestion): Promise<Table>;
  /** The same checks and the number of rows, for tables that are slow to open. */
  size?(ctx: Ctx, asked: TableQuestion): Promise<{ title: string; total: number }>;
}

export interface TableQuestion {
  language: Language;
  /** The format, if it is known already. */
  format?: 'xlsx' | 'csv';
  columns: readonly string[];
  query: Record<string, unknown>;
}

export interface Table extends Form {
  count(): Promise<number>;
  /** In batches, so that memory use does not depend on the number of rows. */
  rows(): AsyncIterable<CellValue[][]>;
  /** The same as sheets of an Excel workbook, for forms that are not one table. */
  sheets?(): AsyncIterable<Sheet>;
}
