import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CellValue } from 'hucre';
import * as z from 'zod';
import { userById } from '#server/http/auth.ts';
import { type Ctx, may, type Origin } from '#server/http/ctx.ts';
import { context } from '#server/http/dispatch.ts';
import { listRows } from '#server/http/list.ts';
import type { ListSource, Route } from '#server/http/route.ts';
import type { Progress, StoredJob, Worker } from '#server/jobs/runner.ts';
import { writeTable } from '#server/tables/write.ts';
import { wordOf } from '#server/words.ts';
import type { AnyListing, ListQuery } from '#shared/contract/resource.ts';
import { formatTime } from '#shared/domain/time.ts';
import { Fault } from '#shared/faults.ts';
import { isLanguage, type Language } from '#shared/i18n/index.ts';

export const exportParams = z.object({
  listing: z.string(),
  format: z.enum(['xlsx', 'csv']),
  language: z.custom<Language>(isLanguage),
  columns: z.array(z.string()),
  query: z.record(z.string(), z.unknown()),
});
export type ExportParams = z.output<typeof exportParams>;

/** Every list can be exported, by the same question that its page asks. */
export function exportSources(routes: readonly Route[]): Map<string, ListSource> {
  return new Map(routes.flatMap(({ source }) => (source ? [[source.listing.name, source]] : [])));
}

/** Writes all matching rows into a file, as the user who asked would see them. */
export function exportWorker(sources: Map<string, ListSource>): Worker {
  return async (app, job, progress) => {
    const params = exportParams.parse(job.params);
    const source = sources.get(params.listing);
    if (!source) throw new Fault('no_data');
    const user = await userById(app.pool, job.user_id);
    // The user's role may be another one than when they asked.
    if (!may(user, source.listing.list.needs)) throw new Fault('permission_denied');
    const file_path = join('exports', `${job.job_id}.${params.format}`);
    const path = join(app.config.dataDir, file_path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const columns = params.columns.map((key) => ({ heading: heading(source.listing, key, params.language) }));
    const title = exportTitle(source.listing, params.language);
    try {
      const ctx = context(app, app.pool, originOf(job), user);
      await writeTable(path, params.format, title, columns, exportRows(ctx, source, params, progress));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { file_path };
  };
}

function originOf({ job_id, kind }: StoredJob): Origin {
  return { ip: '', imei: '', platform: '', user_agent: '', request_id: `job-${job_id}`, call: kind };
}

async function* exportRows(
  ctx: Ctx,
  source: ListSource,
  params: ExportParams,
  progress: Progress,
): AsyncGenerator<CellValue[]> {
  const query = source.listing.list.input.parse(params.query) as ListQuery;
  const cells = params.columns.map((key) => cellOf(source.listing, key, params.language));
  const show = source.show?.(ctx) ?? ((row) => row);
  let done = 0;
  for await (const rows of ctx.db.stream<Record<string, unknown>>(listRows(ctx, source, query))) {
    for (const row of rows.map(show)) yield cells.map((cell) => cell(row));
    done += rows.length;
    await progress.report(done);
  }
}

export function exportTitle(listing: AnyListing, language: Language): string {
  return wordOf(language, `${listing.name}.title`) ?? listing.name;
}

function heading(listing: AnyListing, key: string, language: Language): string {
  return wordOf(language, `${listing.name}.${key}`) ?? key;
}

/** How a column's value is written: by its kind, choices and yes/no as words, times on the network's clock. */
function cellOf(
  listing: AnyListing,
  key: string,
  language: Language,
): (row: Record<string, unknown>) => CellValue {
  const kind = listing.kinds[key];
  return (row) => {
    const value = english(listing, key, language, row);
    if (value === null || value === undefined) return null;
    const word = wordOf(language, `${listing.name}.${key}_${value}`);
    if (kind === 'boolean')
      return word ?? wordOf(language, value ? 'common.yes' : 'common.no') ?? String(value);
    if (kind === 'choice') return word ?? String(value);
    if (kind === 'time') return formatTime(new Date(String(value)));
    if (kind === 'number' && typeof value === 'number') return value;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

/** A name that has an English twin is shown by it to English readers, as on the page. */
function english(
  listing: AnyListing,
  key: string,
  language: Language,
  row: Record<string, unknown>,
): unknown {
  const twin = `${key}_en`;
  return language === 'en' && listing.columns.includes(twin) && row[twin] ? row[twin] : row[key];
}
