import type { Ctx } from '#server/app.ts';
import { exemptBits } from '#server/standards/day-index.ts';
import { hourAqi, hourIaqi } from '#server/standards/hour-index.ts';
import { waterChoices } from '#server/standards/water-choice.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { home, JudgedFactor } from '#shared/contract/home/home.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { may } from '#shared/domain/may.ts';
import {
  inPollutantUnit,
  judged,
  pollutantFacts,
  pollutantOfCode,
  pollutants,
} from '#shared/domain/pollutants.ts';
import { type Medium, waterHoldsHours } from '#shared/domain/standing.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { Cells } from './cells.ts';
import { type JudgedSite, type JudgeSite, judgedFactors, judgedSites } from './judged.ts';
import { waterJudge } from './water-judge.ts';

/** Older hours need the power to read measurements, as on the heat map. */
const DAYS_BACK = 8;

/** The whole network by hour: each site's AQI or water class, or the values of one factor. */
export async function replay(
  ctx: Ctx,
  { to, hours, code }: ParsedOf<typeof home.replay>,
): Promise<AnswerOf<typeof home.replay>> {
  const end = bucketOf('hour', new Date(to));
  const from = new Date(end.getTime() - hours * HOUR_MS);
  const isOld = from.getTime() < ctx.now().getTime() - DAYS_BACK * DAY_MS;
  if (isOld && !may(ctx.user, 'reading.read'))
    throw new Fault('parameter_error', { fields: [{ field: 'to', problem: 'bad_time' }] });
  const factors = await judgedFactors(ctx.db);
  const chosen = factors.find((factor) => factor.code === code);
  if (code !== undefined && !chosen) throw new Fault('no_data');
  const sites = await judgedSites(ctx);
  const cells = new Cells(sites.length, hours, chosen ? decimalsOf(chosen) : 0);
  for (const medium of ['air', 'water'] as const) {
    const wanted = chosen ? [chosen] : factors;
    const question = { from, end, factors: wanted.filter((factor) => factor.medium === medium) };
    await judge(ctx, medium, question, sites, cells, chosen !== undefined);
  }
  return {
    from: from.toISOString(),
    hours,
    site_ids: sites.map(({ site_id }) => site_id),
    ...cells.told(),
  };
}

/** Air pollutants are rounded as in the standard; other factors use their own decimals. */
function decimalsOf({ code, decimals }: JudgedFactor): number {
  const pollutant = pollutantOfCode(code);
  return pollutant ? pollutantFacts[pollutant].decimals : decimals;
}

interface Question {
  from: Date;
  end: Date;
  factors: readonly JudgedFactor[];
}

async function judge(
  { db, series }: Ctx,
  medium: Medium,
  { from, end, factors }: Question,
  sites: readonly JudgedSite[],
  cells: Cells,
  one: boolean,
): Promise<void> {
  const places = [...sites.keys()].filter((place) => sites[place]?.medium === medium);
  if (places.length === 0 || factors.length === 0) return;
  const before = medium === 'water' ? waterHoldsHours - 1 : 0;
  const { steps: hours, columns } = await series.grid({
    level: 'hour',
    site_ids: places.map((place) => sites[place]?.site_id ?? 0),
    fids: factors.map(({ component_id }) => component_id),
    from: new Date(from.getTime() - before * HOUR_MS),
    to: end,
  });
  const judgeSite =
    medium === 'water'
      ? waterJudge(factors, columns, await waterChoices(db), one)
      : airJudge(factors, columns, one);
  for (const [nth, place] of places.entries()) {
    const judgeHour = judgeSite(sites[place] as JudgedSite);
    for (let hour = before; hour < hours; hour++) {
      const cell = judgeHour(nth * hours + hour);
      if (cell) cells.set(hour - before, place, cell.level, cell.figure);
    }
  }
}

function airJudge(
  factors: readonly JudgedFactor[],
  columns: readonly Float32Array[],
  one: boolean,
): JudgeSite {
  const values = new Float64Array(pollutants.length);
  const read = factors.flatMap(({ code, unit }, i) => {
    const pollutant = pollutantOfCode(code);
    return pollutant ? [{ place: pollutants.indexOf(pollutant), pollutant, unit, column: columns[i] }] : [];
  });
  const valueAt = ({ pollutant, unit, column }: (typeof read)[number], at: number) => {
    const value = column?.[at] ?? Number.NaN;
    return Number.isNaN(value) ? value : (inPollutantUnit(pollutant, value, unit) ?? Number.NaN);
  };
  const [first] = read;
  if (one)
    return () => (at) => {
      const value = first ? valueAt(first, at) : Number.NaN;
      const level = first && aqiBand(hourIaqi(first.place, value))?.level;
      return level ? { level, figure: judged(first.pollutant, value) } : undefined;
    };
  return ({ exempt }) => {
    const bits = exemptBits(exempt);
    return (at) => {
      values.fill(Number.NaN);
      for (const each of read) values[each.place] = valueAt(each, at);
      const aqi = hourAqi(values, bits);
      const level = aqiBand(aqi)?.level;
      return level ? { level, figure: aqi ?? 0 } : undefined;
    };
  };
}
