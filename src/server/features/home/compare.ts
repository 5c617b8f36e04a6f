import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { namedSites } from '#server/scope.ts';
import { coverageAt } from '#server/series/coverage.ts';
import { readAir } from '#server/standards/air-read.ts';
import { airSites } from '#server/standards/exempt.ts';
import { waterChoices } from '#server/standards/water-choice.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { ComparedDay, ComparedSpan, home } from '#shared/contract/home/home.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { startOfDay, yearBefore } from '#shared/domain/time.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { isValid } from '#shared/domain/validity.ts';
import { waterValues } from '#shared/domain/water-items.ts';
import { waterSection } from '#shared/domain/water-section.ts';
import { reportedWater, waterTarget } from '#shared/domain/water-target.ts';
import { factorsOf, HOURS, lineOf } from './station-lines.ts';

type Answer = AnswerOf<typeof home.compare>;
type Air = Awaited<ReturnType<typeof airSites>>;
type WaterSite = Parameters<typeof waterTarget>[0] & { site_type: string };

/** A station's last 24 hours compared with the previous day and year, and the last whole day with that of last year. */
export async function compare(ctx: Ctx, { site_id }: ParsedOf<typeof home.compare>): Promise<Answer> {
  await namedSites(ctx, { site_ids: [site_id] });
  const now = ctx.now();
  const to = bucketOf('hour', now);
  const starts: Record<ComparedSpan, Date> = {
    now: new Date(to.getTime() - HOURS * HOUR_MS),
    day_before: new Date(to.getTime() - HOURS * HOUR_MS - DAY_MS),
    year_before: yearBefore(new Date(to.getTime() - HOURS * HOUR_MS)),
  };
  const site = await ctx.db.one<WaterSite>(sql`
    select site_type, water_quality_type, water_pollution_level from site where site_id = ${site_id}`);
  const air = site?.site_type === 'water' ? [] : await airSites(ctx, await ctx.airFactors(), [site_id], now);
  const hours = await Promise.all(
    Object.entries(starts).map(([of, from]) => hoursOf(ctx, site_id, air, of as ComparedSpan, from)),
  );
  const fids = [...new Set(hours.flatMap(({ rows }) => rows.flatMap((row) => row.fids)))];
  const factors = await factorsOf(ctx, site_id, fids);
  const yesterday = startOfDay(new Date(startOfDay(now).getTime() - 1));
  const days = [
    { of: 'yesterday', ts: yesterday },
    { of: 'year_before', ts: yearBefore(yesterday) },
  ] as const;
  return {
    site_id,
    hours: HOURS,
    factors,
    spans: hours.map(({ of, from, rows, aqi }) => ({
      ...{ of, from: from.toISOString(), aqi },
      lines: factors.map(({ component_id }) => lineOf(rows, component_id, from)),
    })),
    days: await Promise.all(
      days.map(({ of, ts }) =>
        site && site.site_type === 'water' ? waterDay(ctx, site_id, site, of, ts) : airDay(ctx, air, of, ts),
      ),
    ),
  };
}

async function hoursOf(ctx: Ctx, site_id: number, air: Air, of: ComparedSpan, from: Date) {
  const to = new Date(from.getTime() + HOURS * HOUR_MS);
  const rows = await ctx.series.buckets({ level: 'hour', site_ids: [site_id], from, to });
  const reports =
    air.length === 0 ? [] : await readAir(ctx.series, await ctx.airFactors(), air, 'hour', { from, to });
  const byHour = new Map(reports.map(({ ts, report }) => [Date.parse(ts), report.aqi]));
  const hour = (i: number) => byHour.get(from.getTime() + i * HOUR_MS) ?? null;
  return { of, from, rows, aqi: air.length === 0 ? [] : Array.from({ length: HOURS }, (_, i) => hour(i)) };
}

/** The end is computed because a day of a time change has not 24 hours. */
const dayAt = (ts: Date) => ({ from: ts, to: startOfDay(new Date(ts.getTime() + 1.5 * DAY_MS)) });

async function airDay(ctx: Ctx, air: Air, of: ComparedDay['of'], ts: Date): Promise<ComparedDay> {
  const [day] = await readAir(ctx.series, await ctx.airFactors(), air, 'day', dayAt(ts));
  const { aqi = null, band = null, primary = [] } = day?.report ?? {};
  return { of, ts: ts.toISOString(), aqi, grade: band?.level ?? null, primary, main: [] };
}

/** Evaluated as in reports: valid daily means, rounded once, the worst item decides. */
async function waterDay(
  ctx: Ctx,
  site_id: number,
  site: WaterSite,
  of: ComparedDay['of'],
  ts: Date,
): Promise<ComparedDay> {
  const [row] = await ctx.series.buckets({ level: 'day', site_ids: [site_id], ...dayAt(ts) });
  const { body } = waterTarget(site);
  const factors = await ctx.db.rows<{ fid: number; code: string; unit: string; decimals: number }>(sql`
    select component_id as fid, code_2017 as code, unit, decimals from component
     where component_id = any(${[...(row?.fids ?? [])]}) and code_2017 is not null and derived_from is null`);
  const readings = factors.map(({ fid, code, unit, decimals }) => {
    const place = row?.fids.indexOf(fid) ?? -1;
    const value = row?.avg[place] ?? null;
    const counts = value !== null && isValid('day', coverageAt(row, place));
    return { code, unit, value: counts ? reportedWater(value, decimals) : null };
  });
  const section = waterSection(waterValues(body, readings), (await waterChoices(ctx.db))[body]);
  const main = section.main.map(({ item }) => item);
  return { of, ts: ts.toISOString(), aqi: null, grade: section.class, primary: [], main };
}
