import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { sentValue } from '#server/series/sent-value.ts';
import { siteFit } from '#shared/contract/control/fit.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { fitSite, type SiteFit, takenOver, takenOverInPlatform } from '#shared/domain/site-fit.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { requireSites } from './reach.ts';
import { type SettableRow, settableRows } from './settable.ts';

/** Longer fits mix seasons and use too much memory. */
const MOST_DAYS = 92;

type Row = AnswerOf<typeof siteFit.batch>['data_info'][number];
type Hours = (number | null)[];

interface Question {
  reference_id: number;
  site_ids: readonly number[];
  component_ids: readonly number[];
  from: string;
  to: string;
  most_humidity?: number | undefined;
}

function spanOf({ from, to }: Pick<Question, 'from' | 'to'>): { from: Date; to: Date } {
  const [start, end] = [from, to].map((at) => Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS) as [
    number,
    number,
  ];
  if (start >= end) throw new Fault('start_after_end');
  if (end - start > MOST_DAYS * DAY_MS)
    throw new Fault('parameter_error', {
      fields: [{ field: 'to', problem: 'range_too_long', params: { days: MOST_DAYS } }],
    });
  return { from: new Date(start), to: new Date(end) };
}

/** Valid hours of every site and factor; checks that the user sees the sites. */
async function readHours(ctx: Ctx, question: Question) {
  const span = spanOf(question);
  const site_ids = [...new Set([question.reference_id, ...question.site_ids])];
  await requireSites(ctx, site_ids);
  const humidity = await humidityFid(ctx, question);
  const fids = [...new Set([...question.component_ids, ...humidity])];
  const { steps, columns } = await ctx.series.grid({ level: 'hour', site_ids, fids, ...span });
  const hoursOf = (site_id: number, component_id: number): Hours => {
    const first = site_ids.indexOf(site_id) * steps;
    const column = columns[fids.indexOf(component_id)]?.subarray(first, first + steps) ?? [];
    return Array.from(column, sentValue);
  };
  /** Whether an hour is excluded because of the humidity. */
  const leftOut = (site_id: number): ((hour: number) => boolean) => {
    const { most_humidity: most = Number.POSITIVE_INFINITY } = question;
    const humid = humidity.flatMap((fid) => hoursOf(site_id, fid));
    return (hour) => (humid[hour] ?? 0) > most;
  };
  return { ...span, hoursOf, leftOut };
}

/** The factor of relative humidity, if there is a limit on it. */
async function humidityFid({ db }: Ctx, { most_humidity }: Question): Promise<number[]> {
  if (most_humidity === undefined) return [];
  const rows = await db.rows<{ component_id: number }>(
    sql`select component_id from component where code_2017 = 'a01002'`,
  );
  return rows.map(({ component_id }) => component_id);
}

async function factorRows({ db }: Ctx, { site_ids, component_ids }: Question): Promise<SettableRow[]> {
  return db.rows<SettableRow>(sql`
    ${settableRows}
     where d.site_id = any(${[...site_ids]}) and d.component_id = any(${[...component_ids]})
     order by s.site_name collate "zh-x-icu", d.site_id, d.sort, d.component_id`);
}

/**
 * The last time that K and B were set since the period began, keyed by `site factor`: they are composed with the fit,
 * so its values must have come with them.
 */
async function changes({ db }: Ctx, { site_ids }: Question, from: Date) {
  const rows = await db.rows<{ key: string; at: string }>(sql`
    select site_id || ' ' || component_id as key, max(finished_at) as at from command
     where kind = 'kb_set' and state = 'succeeded' and site_id = any(${[...site_ids]})
       and finished_at >= ${from} group by 1`);
  return new Map(rows.map(({ key, at }) => [key, at]));
}

function rowOf(row: SettableRow, fit: SiteFit, changed_at: string | undefined): Row {
  const { platform_k, platform_b, ...factor } = row;
  const device = row.k === null || row.b === null ? undefined : { k: row.k, b: row.b };
  const platform = { k: platform_k, b: platform_b };
  const taken =
    row.place === 'platform' ? takenOverInPlatform(fit, platform) : takenOver(fit, device, platform);
  return { ...factor, fit, ...taken, changed_at: changed_at ?? null };
}

async function fitAll(ctx: Ctx, question: Question) {
  const hours = await readHours(ctx, question);
  const changed = await changes(ctx, question, hours.from);
  const rows = (await factorRows(ctx, question)).filter(({ site_id }) => site_id !== question.reference_id);
  const data_info = rows.map((row) => {
    const { site_id, component_id } = row;
    const reference = hours.hoursOf(question.reference_id, component_id);
    const fit = fitSite(hours.hoursOf(site_id, component_id), reference, hours.leftOut(site_id));
    return rowOf(row, fit, changed.get(`${site_id} ${component_id}`));
  });
  return { hours, data_info };
}

export const siteFitRoutes = handlers(siteFit, {
  one: inFairTurn(async (ctx, { site_id, component_id, ...question }) => {
    const asked = { ...question, site_ids: [site_id], component_ids: [component_id] };
    const { hours, data_info } = await fitAll(ctx, asked);
    const [row] = data_info;
    if (!row) throw new Fault('no_data');
    const values = hours.hoursOf(site_id, component_id);
    const { k, b } = row.fit;
    return {
      ...row,
      times: values.map((_, i) => new Date(hours.from.getTime() + i * HOUR_MS).toISOString()),
      reference: hours.hoursOf(question.reference_id, component_id),
      values,
      fitted: values.map((value) => (value === null || k === null || b === null ? null : k * value + b)),
    };
  }),

  batch: inFairTurn(async (ctx, question) => {
    const { data_info } = await fitAll(ctx, question);
    return { data_info, total: data_info.length };
  }),
});
