import type { AnswerOf, Call } from '#shared/contract/define.ts';
import type { ImportRow, UnreadColumn } from '#shared/contract/imports.ts';

/** Calls of an import: template, preview without storing, and an all-or-nothing run. */
export interface ImportCalls {
  template: Call<{ language?: 'zh' | 'en' }, unknown, { url: string }>;
  preview: Call<
    { file_id: number },
    unknown,
    { rows: ImportRow[]; total: number; bad: number; unread: UnreadColumn[]; basis?: string }
  >;
  run: Call<
    { file_id: number; basis?: string; leave_bad?: boolean },
    unknown,
    { added: number; changed?: number; unchanged?: number }
  >;
}

/** Preview of the chosen file. */
export type Checked = AnswerOf<ImportCalls['preview']> & { file_id: number };
