import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellStyle, CellValue, DataValidation } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { excelLibrary } from '#server/tables/excel-library.ts';
import { headingOf } from '#server/tables/import-head.ts';
import { sheetName } from '#server/tables/write.ts';
import { sayIn, wordOf } from '#server/words.ts';
import { letterOf } from '#shared/domain/column-letter.ts';
import type { Language } from '#shared/i18n/index.ts';
import { requiredColumns, type SiteColumn, siteColumns, siteSheet } from './import-sheet.ts';
import { type TemplateLists, templateLists } from './template-lists.ts';

const example = {
  mn: '370102A0000001',
  longitude: 117.05,
  latitude: 36.66,
  interval_seconds: 60,
  factors: 'PM2.5、PM10、SO2',
  site_name_en: 'Jiefang Road',
};
const examples: Record<Language, Partial<Record<SiteColumn, CellValue>>> = {
  zh: {
    ...example,
    site_name: '解放路站',
    site_type: '空气站',
    province_code: '山东省',
    city_code: '济南市',
    area_code: '历下区',
    address: '解放路 1 号',
  },
  en: {
    ...example,
    site_name: 'Jiefang Road',
    site_type: 'Air',
    province_code: 'Shandong',
    city_code: 'Jinan',
    area_code: 'Lixia District',
    address: '1 Jiefang Road',
  },
};

const fill = (rgb: string): CellStyle['fill'] => ({ type: 'pattern', pattern: 'solid', fgColor: { rgb } });
const needed: CellStyle = { font: { bold: true }, fill: fill('FDE9D9') };
const plain: CellStyle = { font: { bold: true }, fill: fill('EEF3F5') };
const wrapped: CellStyle = { alignment: { wrapText: true, vertical: 'top' } };
/** Name of the hidden sheet, used in formulas. */
const LISTS = 'lists';

/** A workbook with drop-downs for known values and a note on every column. */
export async function siteTemplate(ctx: Ctx, language: Language): Promise<{ url: string }> {
  const lists = await templateLists(ctx, language);
  const title = wordOf(language, 'sites.title') ?? siteSheet.name;
  const { writeXlsx } = await excelLibrary();
  const bytes = await writeXlsx({
    sheets: [
      formSheet(lists, language, title),
      notesSheet(language),
      { name: LISTS, hidden: true, rows: lists.rows },
    ],
  });
  // The offered values depend on the user's permissions, so the file is per user.
  const path = `sites-import-template-${ctx.user.user_id}-${language}.xlsx`;
  const part = join(ctx.config.filesDir, `${path}.${randomUUID()}`);
  await writeFile(part, bytes, { mode: 0o600 });
  await rename(part, join(ctx.config.filesDir, path));
  return { url: downloadUrl(ctx, path, `${sayIn(language)('siteImport.file')}.xlsx`) };
}

const isNeeded = (column: SiteColumn) => requiredColumns.includes(column);
const noteOf = (language: Language, column: SiteColumn) => sayIn(language)(`siteImport.note_${column}`);

function formSheet(lists: TemplateLists, language: Language, title: string) {
  const row = siteColumns.map(
    (column) => examples[language][column] ?? (isNeeded(column) ? lists.example(column) : null) ?? null,
  );
  const headings = siteColumns.map((column) => headingOf(siteSheet, language, column));
  return {
    name: sheetName(title),
    rows: [
      headings.map((heading, at) => (isNeeded(siteColumns[at] ?? 'mn') ? `* ${heading}` : heading)),
      row,
    ],
    cells: new Map(
      siteColumns.map((column, at) => [
        `0,${at}`,
        { style: isNeeded(column) ? needed : plain, comment: { text: noteOf(language, column) } },
      ]),
    ),
    columns: headings.map((heading) => ({ width: Math.max(14, heading.length * 2 + 2) })),
    freezePane: { rows: 1, columns: 2 },
    dataValidations: siteColumns.flatMap((column, at) => validation(lists, language, column, at)),
  };
}

function validation(
  lists: TemplateLists,
  language: Language,
  column: SiteColumn,
  at: number,
): DataValidation[] {
  const formula1 = lists.formula(column, LISTS, (field) => `$${letterOf(siteColumns.indexOf(field))}2`);
  if (!formula1) return [];
  const letter = letterOf(at);
  return [
    {
      type: 'list',
      formula1,
      range: `${letter}2:${letter}${siteSheet.maxRows + 1}`,
      allowBlank: true,
      // Codes and other spellings are valid too, so a value outside the list only causes a warning.
      showErrorMessage: column !== 'interval_seconds',
      errorStyle: 'warning',
      errorTitle: headingOf(siteSheet, language, column),
      errorMessage: sayIn(language)('siteImport.not_in_list'),
    },
  ];
}

function notesSheet(language: Language) {
  const say = sayIn(language);
  const heads = ['column', 'needed', 'note'].map((key) => say(`siteImport.notes_${key}`));
  const rows: CellValue[][] = [
    ...['key', 'update', 'empty', 'example'].map((key) => [say(`siteImport.notes_rule_${key}`)]),
    [],
    heads,
    ...siteColumns.map((column) => [
      headingOf(siteSheet, language, column),
      isNeeded(column) ? say('common.yes') : '',
      noteOf(language, column),
    ]),
  ];
  const headAt = rows.indexOf(heads);
  return {
    name: sheetName(say('siteImport.notes')),
    rows,
    cells: new Map([0, 1, 2].map((at) => [`${headAt},${at}`, { style: plain }])),
    columns: [{ width: 24 }, { width: 16 }, { width: 90, style: wrapped }],
  };
}
