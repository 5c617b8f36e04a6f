import type { DataType } from '#protocol/commands.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { seenBy } from '#server/scope.ts';
import type { alarmViews, Evidence } from '#shared/contract/alarms/view.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { highNeighbours } from '#shared/domain/alarm-cause.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { requireSeen } from './seen.ts';
import { chartOf } from './view-chart.ts';
import { readViewed, type ViewedAlarm } from './viewed.ts';

export async function alarmView(
  ctx: Ctx,
  { alarm_id }: { alarm_id: number },
): Promise<AnswerOf<typeof alarmViews.view>> {
  await requireSeen(ctx, alarm_id);
  const alarm = await readViewed(ctx.db, alarm_id);
  if (!alarm) throw new Fault('no_data');
  const { from, to, shortened } = spanOf(alarm, ctx.now().getTime());
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    shortened,
    chart: await chartOf(ctx, alarm, new Date(from), new Date(to)),
    evidence: await evidenceOf(ctx, alarm),
    target: await targetOf(ctx, alarm),
  };
}

/** Resolves an instrument by the code of its factor, in the site's protocol or in the national standard. */
async function targetOf(
  { db }: Ctx,
  { kind, site_id, details }: ViewedAlarm,
): Promise<AnswerOf<typeof alarmViews.view>['target']> {
  if (kind !== 'fault' || typeof details.target !== 'string') return null;
  const found = await db.one<NonNullable<AnswerOf<typeof alarmViews.view>['target']>>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula
      from component c
      left join site s on s.site_id = ${site_id}
      left join agreement_code m
        on m.component_id = c.component_id and m.agreement_id = s.agreement_id and m.wire_code = ${details.target}
     where ${details.target} in (m.wire_code, c.code_2017, c.code_2005)
     order by m.wire_code, c.code_2017 <> ${details.target} limit 1`);
  return found ?? null;
}

/** Minimum and maximum margin before and after the episode, and the maximum shown in all. */
const around: Record<DataType, { least: number; most: number; all: number }> = {
  realtime: { least: 30 * MINUTE_MS, most: 6 * HOUR_MS, all: 3 * DAY_MS },
  minute: { least: 30 * MINUTE_MS, most: 6 * HOUR_MS, all: 3 * DAY_MS },
  hour: { least: 12 * HOUR_MS, most: 3 * DAY_MS, all: 31 * DAY_MS },
  day: { least: 7 * DAY_MS, most: 30 * DAY_MS, all: 366 * DAY_MS },
};

/** If too long, a closed episode shows its beginning, where it was raised; an open one shows its latest part. */
function spanOf({ data_type, from_at, ended_at }: ViewedAlarm, now: number) {
  const { least, most, all } = around[data_type ?? 'hour'];
  const [start, end] = [Date.parse(from_at), ended_at === null ? now : Date.parse(ended_at)];
  const margin = Math.min(most, Math.max(least, end - start));
  const whole = { from: start - margin, to: Math.min(now, end + margin) };
  if (whole.to - whole.from <= all) return { ...whole, shortened: false };
  return ended_at === null
    ? { from: whole.to - all, to: whole.to, shortened: true }
    : { from: whole.from, to: whole.from + all, shortened: true };
}

/** The figures behind the likely cause, without the values of sites that the user may not see. */
async function evidenceOf(ctx: Ctx, { cause, cause_figures }: ViewedAlarm): Promise<Evidence | null> {
  if (!cause_figures) return null;
  const { neighbours, sisters, faults, wind, times, limit, bearing, radius_km } = cause_figures;
  const isSeen = await seenBy(ctx);
  const seen = neighbours.filter(({ site_id }) => isSeen(site_id));
  const names = await ctx.db.rows<Omit<Evidence['sisters'][number], 'times'>>(sql`
    select component_id, component_name, component_name_en, formula from component
     where component_id = any(${sisters.map(({ component_id }) => component_id)})`);
  return {
    cause: cause_figures.cause ?? cause,
    bearing,
    radius_km: radius_km ?? null,
    limit,
    times,
    neighbours: seen,
    hidden: neighbours.length - seen.length,
    high: highNeighbours(neighbours, cause_figures).length,
    wind,
    sisters: sisters.flatMap((sister) => {
      const named = names.find(({ component_id }) => component_id === sister.component_id);
      return named ? [{ ...named, times: sister.times }] : [];
    }),
    faults,
  };
}
