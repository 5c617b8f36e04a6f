import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { writeTable } from '#server/tables/write.ts';
import { wordOf } from '#server/words.ts';
import { type FilePart, fileHeading } from '#shared/domain/file-columns.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import type { Language } from '#shared/i18n/index.ts';
import { importFactors } from './opened-file.ts';

/** Headings before the factors. */
export function leadingHeadings(language: Language): string[] {
  return ['mn', 'site', 'data_type', 'time'].map(
    (key) => wordOf(language, `historyImport.heading_${key}`) ?? key,
  );
}

const shown = ['a34004', 'a34002', 'a21026'];
const parts: readonly FilePart[] = ['avg', 'flag'];
const examples: readonly (readonly [time: string, ...values: number[]])[] = [
  ['2026-01-05 08:00:00', 35.2, 61, 8.4],
  ['2026-01-05 09:00:00', 33.8, 58, 8.1],
  ['2026-01-05 10:00:00', 31.5, 55, 7.9],
];

/** Three hours of three factors, in the format of the export. */
export async function importTemplate(ctx: Ctx, language: Language): Promise<{ url: string }> {
  const factors = (await importFactors(ctx.db)).filter(({ code_2017 }) => shown.includes(code_2017 ?? ''));
  const word = (key: string) => wordOf(language, key) ?? key;
  const headings = factors.flatMap((factor) => {
    const name = (language === 'en' && factor.component_name_en) || factor.component_name;
    return parts.map((part) => fileHeading(factor, factorLabel(name, factor.formula), part));
  });
  const hour = word('sitePage.data_type_hour');
  const lines = examples.map(([time, ...values]): CellValue[] => [
    '370102A0000001',
    word('historyImport.example_site'),
    hour,
    time,
    ...factors.flatMap((_, at) => [values[at] ?? null, 'N']),
  ]);
  const title = word('historyImport.template_name');
  const path = `history-import-template-${language}.xlsx`;
  // Renamed when complete, because another user may be downloading the file.
  const part = join(ctx.config.filesDir, `${path}.${randomUUID()}`);
  await writeTable(part, 'xlsx', title, [...leadingHeadings(language), ...headings], each(lines));
  await rename(part, join(ctx.config.filesDir, path));
  return { url: downloadUrl(ctx, path, `${title}.xlsx`) };
}

async function* each(lines: readonly CellValue[][]): AsyncGenerator<CellValue[]> {
  yield* lines;
}
