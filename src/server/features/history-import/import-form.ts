import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { parse } from '#server/http/dispatch.ts';
import { namedSites } from '#server/scope.ts';
import type { RangeQuestion, StoredReading } from '#server/series/store.ts';
import { realOnly } from '#server/tables/real-only.ts';
import type { TableSource } from '#server/tables/source.ts';
import { wordOf } from '#server/words.ts';
import { type ImportFactor, importFormQuestion } from '#shared/contract/history-import/history-import.ts';
import { readings } from '#shared/contract/readings/readings.ts';
import { type FilePart, fileHeading, singleText } from '#shared/domain/file-columns.ts';
import { fileTime } from '#shared/domain/file-time.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { Fault } from '#shared/faults.ts';
import { importFactors } from './opened-file.ts';
import { leadingHeadings } from './template.ts';

/** Row limit of an Excel sheet, headings included. */
const MAX_SHEET_ROWS = 1_048_576;
const BATCH = 1000;

/**
 * Exports device data in the format that the import reads without loss: all parts, all digits, labelled by start time.
 */
export const importFormTable: TableSource = {
  name: 'historyImportForm',
  needs: readings.ofSite.needs,
  open: async (ctx, { language, query, format }) => {
    const { component_ids, data_type, from, to, ...named } = parse(importFormQuestion, query);
    if (from > to) throw new Fault('start_after_end');
    const sites = await measuringSites(ctx, named);
    const site_ids = sites.map(({ site_id }) => site_id);
    const factors = await factorsOf(ctx, site_ids, component_ids);
    const fids = factors.map(({ component_id }) => component_id);
    const asked = { data_type, fids, from: new Date(from), to: new Date(to) };
    const parts = await partsOf(ctx, { ...asked, site_ids });
    const word = (key: string) => wordOf(language, key) ?? key;
    const count = async () => {
      const total = await ctx.series.count({ ...asked, site_ids });
      if (format === 'xlsx' && total >= MAX_SHEET_ROWS) {
        throw new Fault('no_data', { detail: 'xlsx_too_many_rows', params: { max: MAX_SHEET_ROWS - 1 } });
      }
      return total;
    };
    return {
      title: `${word('historyImport.export_title')} ${word(`sitePage.data_type_${data_type}`)}`,
      headings: [
        ...leadingHeadings(language),
        ...factors.flatMap((factor) => {
          const name = (language === 'en' && factor.component_name_en) || factor.component_name;
          return parts.map((part) => fileHeading(factor, factorLabel(name, factor.formula), part));
        }),
      ],
      count,
      rows: async function* () {
        for (const { site_id, mn, site_name } of sites) {
          const leading = [mn, site_name, word(`sitePage.data_type_${data_type}`)];
          for await (const rows of allOf(ctx, { ...asked, site_ids: [site_id] })) {
            yield rows.map((row) => [
              ...leading,
              fileTime(new Date(row.ts)),
              ...fids.flatMap((fid) => cellsOf(row, row.fids.indexOf(fid), parts)),
            ]);
          }
        }
      },
    };
  },
};

async function* allOf({ series }: Ctx, question: RangeQuestion): AsyncGenerator<StoredReading[]> {
  // A site has one row per time, so the next batch starts right after the last row.
  for (let { from } = question; ; ) {
    const rows = await series.range({ ...question, from, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    from = new Date(Date.parse(last.ts) + 1);
  }
}

function cellsOf(row: StoredReading, place: number, parts: readonly FilePart[]): CellValue[] {
  return parts.map((part): CellValue => {
    if (place < 0) return null;
    // The flag is exported even without a value: it shows that the factor was reported.
    if (part === 'flag') return row.flags?.[place] || 'N';
    const value = row[part]?.[place] ?? null;
    return value === null || part === 'cou' ? value : Number(singleText(value));
  });
}

/**
 * Omits parts that no row has. If values are corrected, `raw` is always included, otherwise an import would correct
 * them again.
 */
async function partsOf(ctx: Ctx, question: RangeQuestion): Promise<FilePart[]> {
  const there = await ctx.series.parts(question);
  const corrected = await ctx.db.one(sql`
    select from device_factor
     where site_id = any(${[...question.site_ids]}) and component_id = any(${[...(question.fids ?? [])]})
       and (k <> 1 or b <> 0) limit 1`);
  const wanted = new Set<string>([...there, ...(corrected ? ['raw'] : [])]);
  const besides = (['min', 'max', 'cou', 'zs', 'raw'] as const).filter((part) => wanted.has(part));
  return ['avg', ...besides, 'flag'];
}

interface Site {
  site_id: number;
  mn: string;
  site_name: string;
}

/** Simulated values are not exported. */
async function measuringSites(ctx: Ctx, named: { site_ids?: number[]; mns?: string[] }): Promise<Site[]> {
  const sites = await namedSites(ctx, named);
  const kinds = await ctx.db.rows<{ site_id: number; virtual_data: boolean }>(sql`
    select site_id, virtual_data from site where site_id = any(${sites.map(({ site_id }) => site_id)})`);
  const real = realOnly(kinds);
  return sites.filter(({ site_id }) => real.has(site_id));
}

async function factorsOf(
  { db, series }: Ctx,
  site_ids: readonly number[],
  component_ids: readonly number[] | undefined,
): Promise<ImportFactor[]> {
  const all = await importFactors(db);
  if (component_ids) return all.filter(({ component_id }) => component_ids.includes(component_id));
  const own = await db.rows<{ component_id: number }>(sql`
    select distinct component_id from device_factor where site_id = any(${[...site_ids]})`);
  const came = await series.factorsOf(site_ids);
  const ids = new Set([...own.map(({ component_id }) => component_id), ...came]);
  return all.filter(({ component_id }) => ids.has(component_id));
}
