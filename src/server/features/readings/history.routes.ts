import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { countingOf } from '#server/series/counting.ts';
import { intervalsOf } from '#server/series/intervals.ts';
import type { Selection } from '#server/series/store.ts';
import { type FactorFacts, factorAt, readFactorFacts } from '#server/standards/factor-facts.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import { type HistoryFactor, history, type SectionTarget } from '#shared/contract/readings/history.ts';
import { DAY_MS, HOUR_SECONDS } from '#shared/domain/time-units.ts';
import { expectedIn } from '#shared/domain/validity.ts';
import { waterTarget } from '#shared/domain/water-target.ts';
import { mostSpanMs } from '#shared/domain/whole-span.ts';
import { Fault } from '#shared/faults.ts';
import { inColumns, measuredPage } from './measured.ts';

export const historyRoutes = handlers(history, {
  factors: async (ctx, wanted) => {
    const site_ids = await sitesOf(ctx, wanted);
    const data_info = await factorsOfSites(ctx, site_ids);
    return { data_info, total: data_info.length, sections: await sectionsOf(ctx, site_ids) };
  },

  table: async (ctx, { order, extremes, page_index, page_size, ...question }) => {
    const { site_ids, counting, fids } = await selectionOf(ctx, question);
    const { data_type, from, to } = question;
    const [factors, { rows, total }] = await Promise.all([
      factorsById(ctx, site_ids, fids),
      measuredPage(
        ctx.series,
        { site_ids, fids, counting, data_type, from, to, extremes, oldest_first: order === 'asc' },
        page_size,
        (page_index - 1) * page_size,
      ),
    ]);
    return { factors, data_info: inColumns(rows, factors, extremes), total };
  },

  course: async (ctx, { width, ...question }) => {
    const courses = await ctx.series.course({ ...(await selectionOf(ctx, question)), width });
    const data_info = courses.map(({ lines, reduced, ends, ...rest }) => ({
      ...rest,
      ends: reduced ? ends : undefined,
      reduced,
      lines: lines.map(({ fid, low, high, doubtful }) => ({
        component_id: fid,
        low,
        high: reduced ? high : undefined,
        doubtful,
      })),
    }));
    return { data_info, total: data_info.length };
  },

  figures: async (ctx, question) => {
    const selection = await selectionOf(ctx, question);
    const { byId } = await factsOf(ctx, selection.fids);
    const circular = selection.fids.filter((fid) => byId.get(fid)?.averaging === 'circular');
    const figures = await ctx.series.figures({ ...selection, circular });
    const intervalOf = await intervalsOf(ctx.db, selection.site_ids);
    // Future periods are not missing.
    const to = new Date(Math.min(selection.to.getTime(), ctx.now().getTime()));
    const passed = { from: selection.from, to };
    const data_info = figures.map(({ fid, n, per_hour, ...rest }) => ({
      component_id: fid,
      count: n,
      expected: expectedIn(
        selection.kind,
        passed,
        per_hour === null ? intervalOf(rest.site_id, fid) : HOUR_SECONDS / per_hour,
      ),
      ...rest,
    }));
    return { data_info, total: data_info.length };
  },
});

type Question = ParsedOf<typeof history.figures>;

/** Validates the question: permissions and span limits. */
export async function selectionOf(ctx: Ctx, question: Question): Promise<Selection> {
  const { component_ids, data_type, ...span } = question;
  const [from, to] = [new Date(span.from), new Date(span.to)];
  if (from > to) throw new Fault('start_after_end');
  const site_ids = await sitesOf(ctx, question);
  const mostMs = mostSpanMs(data_type, site_ids.length);
  if (to.getTime() - from.getTime() > mostMs) {
    const problem = {
      field: 'from',
      problem: 'range_too_long',
      params: { days: Math.floor(mostMs / DAY_MS) },
    };
    throw new Fault('parameter_error', { fields: [problem] });
  }
  // For hours, days and months validity is decided on aggregation.
  const isSent = data_type === 'realtime' || data_type === 'minute';
  const counting = isSent ? await countingOf(ctx.db, site_ids) : new Map();
  return { site_ids, fids: [...new Set(component_ids)], kind: data_type, from, to, counting };
}

/** Sites with virtual data are included only if given explicitly. */
async function sitesOf(ctx: Ctx, wanted: Pick<Question, 'site_ids' | 'mns'>): Promise<number[]> {
  const site_ids = (await namedSites(ctx, wanted)).map(({ site_id }) => site_id);
  if (wanted.site_ids || wanted.mns) return site_ids;
  const measuring = await ctx.db.rows<{ site_id: number }>(sql`
    select site_id from site where site_id = any(${site_ids}) and not virtual_data`);
  const isMeasuring = new Set(measuring.map(({ site_id }) => site_id));
  return site_ids.filter((site_id) => isMeasuring.has(site_id));
}

/** In the requested order, with the decimals of these sites. */
export async function factorsById(
  ctx: FactsCtx,
  site_ids: readonly number[],
  fids: readonly number[],
): Promise<HistoryFactor[]> {
  const facts = await factsOf(ctx, fids);
  return fids.map((fid) => {
    const factor = factorAt(facts, fid, site_ids);
    if (factor) return factor;
    throw new Fault('parameter_error', { fields: [{ field: 'component_ids', problem: 'unknown_value' }] });
  });
}

async function sectionsOf({ db }: Ctx, site_ids: readonly number[]): Promise<SectionTarget[]> {
  const rows = await db.rows<{ site_id: number } & Parameters<typeof waterTarget>[0]>(sql`
    select site_id, water_quality_type, water_pollution_level from site
     where site_id = any(${site_ids}) and site_type = 'water'
     order by site_id`);
  return rows.map(({ site_id, ...site }) => ({ site_id, ...waterTarget(site) }));
}

type FactsCtx = Pick<Ctx, 'db' | 'factorFacts'>;

async function factsOf(ctx: FactsCtx, fids: readonly number[]): Promise<FactorFacts> {
  const known = await ctx.factorFacts();
  // The cache may not have a factor that was just added.
  return fids.every((fid) => known.byId.has(fid)) ? known : readFactorFacts(ctx.db);
}

/** The configured factors, the received ones, and the factors derived from both. */
async function factorsOfSites(ctx: Ctx, site_ids: readonly number[]): Promise<HistoryFactor[]> {
  const came = await ctx.series.factorsOf(site_ids);
  const rows = await ctx.db.rows<{ component_id: number }>(sql`
    with own as (
      select component_id from device_factor where site_id = any(${site_ids})
      union select unnest(${came}::integer[]))
    select c.component_id
      from component c
      left join device_factor d on d.component_id = c.component_id and d.site_id = any(${site_ids})
     where c.component_id in (select component_id from own) or c.derived_from in (select component_id from own)
     group by c.component_id
     order by min(d.sort) nulls last, c.sort, c.component_id`);
  const fids = rows.map(({ component_id }) => component_id);
  return factorsById(ctx, site_ids, fids);
}
