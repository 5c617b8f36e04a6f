import * as z from 'zod';
import type { Ctx } from '#server/app.ts';
import { parse } from '#server/http/dispatch.ts';
import { sayIn } from '#server/words.ts';
import { id } from '#shared/contract/fields.ts';
import type { ImportRow } from '#shared/contract/imports.ts';
import type { Language } from '#shared/i18n/index.ts';
import { sayProblem } from '#shared/i18n/problem-words.ts';
import type { ImportedTable } from './import.ts';
import { headingOf, type ImportSheet, REASON_HEADINGS } from './import-head.ts';
import type { TableSource } from './source.ts';

/** The refused rows of an import file as they were written, each with its reason. */
export function problemTable<Column extends string>(
  name: string,
  sheet: ImportSheet<Column>,
  needs: string,
  check: (ctx: Ctx, file_id: number) => Promise<ImportedTable<ImportRow, Column>>,
): TableSource {
  return {
    name,
    needs,
    open: async (ctx, { language, query }) => {
      const { file_id } = parse(z.object({ file_id: id }), query);
      const { rows, named } = await check(ctx, file_id);
      const say = sayIn(language);
      const refused = rows.filter(({ problems }) => problems.length > 0);
      const columns = sheet.columns.filter((column) => named.has(column));
      return {
        title: say('lists.import_problem_file', { what: say(`${sheet.name}.imported`) }),
        headings: [
          ...REASON_HEADINGS.map((key) => say(key)),
          ...columns.map((column) => headingOf(sheet, language, column)),
        ],
        count: async () => refused.length,
        rows: async function* () {
          yield refused.map((row) => [
            row.row,
            reasonOf(sheet.name, row, language),
            ...columns.map((column) => row.values[column] ?? ''),
          ]);
        },
      };
    },
  };
}

function reasonOf(name: string, { problems, values }: ImportRow, language: Language): string {
  const say = sayIn(language);
  return problems
    .map((problem) => {
      const value = values[problem.field];
      const said = {
        field: say(`${name}.${problem.field}`),
        problem: sayProblem(say, problem, { name, value }),
      };
      return say('lists.import_problem', said);
    })
    .join('\n');
}
