import { handlers } from '#server/http/handlers.ts';
import { allGood, goodOnes, previewOf } from '#server/tables/import.ts';
import { problemTable } from '#server/tables/import-problems.ts';
import { siteImport } from '#shared/contract/sites/sites.ts';
import { checkFile } from './import-check.ts';
import { siteSheet } from './import-sheet.ts';
import { basisOf, changedMeanwhile, storeSites } from './import-store.ts';
import { siteTemplate } from './import-template.ts';

export const siteImportRoutes = handlers(siteImport, {
  template: (ctx, { language }) => siteTemplate(ctx, language),

  preview: async (ctx, { file_id }) => {
    const file = await checkFile(ctx, file_id);
    return { ...previewOf(file, ['secret']), basis: basisOf(file.rows) };
  },

  run: async (ctx, { file_id, basis, leave_bad }) => {
    const file = await checkFile(ctx, file_id);
    const good = leave_bad ? goodOnes(file) : allGood(file);
    if (basis !== undefined && basis !== basisOf(file.rows)) throw changedMeanwhile();
    return storeSites(ctx, good);
  },
});

/** Export of the invalid rows with their problems, to correct and import again. */
export const siteImportProblems = problemTable(
  'siteImportProblems',
  siteSheet,
  siteImport.preview.needs,
  checkFile,
);
