import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { floorFor, presentOf, stepOf } from '#server/resupply/periods.ts';
import type { ResupplyType } from '#shared/domain/resupply.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';

/** Bounds the time of one request. */
const MOST_PERIODS = 500_000;

export interface Looked {
  site_id: number;
  site_name: string;
  mn: string;
  online: boolean;
  step_ms: number;
  /** The starts of all expected periods, and of those with data. */
  starts: number[];
  present: ReadonlySet<number>;
}

/** The expected periods of the sites in a span, up to now, and those that have data. */
export async function lookAt(
  ctx: Ctx,
  question: { site_ids: readonly number[]; data_type: ResupplyType; from: string; to: string },
): Promise<{ from: number; to: number; sites: Looked[] }> {
  const { data_type } = question;
  const from = floorFor(data_type, Date.parse(question.from));
  const now = lastEnd(data_type, ctx.now().getTime());
  const to = Math.min(Date.parse(question.to), now);
  if (Date.parse(question.from) >= Date.parse(question.to)) throw new Fault('start_after_end');
  const sites = await ctx.db.rows<
    Omit<Looked, 'starts' | 'present' | 'step_ms'> & { minute_step: number }
  >(sql`
    select s.site_id, s.site_name, s.mn, coalesce(l.online, false) as online, coalesce(a.minute_step, 1) as minute_step
      from site s left join link_state l using (site_id) left join agreement a using (agreement_id)
     where s.site_id = any(${question.site_ids}) order by s.site_name collate "zh-x-icu", s.site_id`);
  const looked = sites.map(({ minute_step, ...site }) => {
    const step_ms = stepOf(data_type, minute_step);
    const count = Math.max(0, Math.ceil((to - from) / step_ms));
    return { ...site, step_ms, count };
  });
  const total = looked.reduce((sum, { count }) => sum + count, 0);
  if (total > MOST_PERIODS) {
    const days = Math.floor((MOST_PERIODS / total) * ((to - from) / DAY_MS));
    throw new Fault('parameter_error', {
      fields: [{ field: 'from', problem: 'range_too_long', params: { days } }],
    });
  }
  const found: Looked[] = [];
  for (const { count, ...site } of looked) {
    const starts = Array.from({ length: count }, (_, i) => from + i * site.step_ms);
    found.push({ ...site, starts, present: await presentOf(ctx.series, site.site_id, data_type, starts) });
  }
  return { from, to, sites: found };
}

/** The end of the last complete period. */
function lastEnd(data_type: ResupplyType, now: number): number {
  return data_type === 'minute' ? Math.floor(now / MINUTE_MS) * MINUTE_MS : floorFor(data_type, now);
}
