import * as z from 'zod';
import { parse } from '#server/http/dispatch.ts';
import type { TableSource } from '#server/tables/source.ts';
import { wordOf } from '#server/words.ts';
import { id } from '#shared/contract/fields.ts';
import { historyImports } from '#shared/contract/history-import/history-import.ts';
import { oneImport } from './history-import.routes.ts';
import { readProblems } from './problems.ts';

/** Every problem of a file, by row and column. */
export const importProblemTable: TableSource = {
  name: 'historyImportProblems',
  needs: historyImports.list.needs,
  open: async (ctx, { language, query }) => {
    const { import_id } = parse(z.object({ import_id: id }), query);
    const { file_name, problems: total } = await oneImport(ctx, import_id);
    const word = (key: string) => wordOf(language, key) ?? key;
    return {
      title: `${word('historyImport.problems')} ${file_name}`,
      headings: ['row', 'column', 'value', 'problem'].map((key) => word(`historyImport.problem_${key}`)),
      count: async () => total,
      rows: async function* () {
        for await (const problems of readProblems(ctx, import_id)) {
          yield problems.map(({ row, column, value, problem }) => [
            row,
            column,
            value,
            word(`problems.${problem}`),
          ]);
        }
      },
    };
  },
};
