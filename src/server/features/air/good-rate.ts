import type { Ctx } from '#server/app.ts';
import { partsOf, rests } from '#server/heavy/rests.ts';
import { namedSites } from '#server/scope.ts';
import { airDaysReader, type DaysOfSite, daysFrom } from '#server/standards/air-days.ts';
import type { air, DayCounts } from '#shared/contract/air/air.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { AirFigure } from '#shared/domain/air-figures.ts';
import { type AirRules, type AqiEdition, airRulesAt } from '#shared/domain/air-rules.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import {
  type ComprehensiveIndex,
  comprehensiveIndex,
  judgedPercentile,
  periodConcentration,
  periodLimit,
} from '#shared/domain/comprehensive-index.ts';
import { type Pollutant, pollutants } from '#shared/domain/pollutants.ts';
import { goodRate } from '#shared/domain/statistics.ts';
import { yearAfter, yearBefore } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { sufficesFor } from '#shared/domain/validity.ts';
import { Fault } from '#shared/faults.ts';
import { airFacts, type Span, siteOf, wholePeriods } from './air-index.ts';

/** Days loaded at a time; bounds the memory use. */
const DAYS_AT_ONCE = 8000;

/** Good-air days and rates of sites. Unfinished days are neither valid nor invalid. */
export async function goodRates(
  ctx: Ctx,
  { site_ids, from, to }: ParsedOf<typeof air.goodRate>,
): Promise<AnswerOf<typeof air.goodRate>> {
  const asked = askedDays(from, to);
  const span = over(asked, bucketOf('day', ctx.now()));
  const { factors, sites } = await airFacts(ctx, await namedSites(ctx, { site_ids }), span.to);
  // Virtual data are included only if the sites are given explicitly.
  const chosen = sites.filter(
    ({ site_type, virtual_data }) => site_type !== 'water' && (site_ids !== undefined || !virtual_data),
  );
  const before = { from: yearBefore(span.from), to: yearBefore(span.to) };
  const [rules, suffices] = [lastRules(span), sufficesFor(asked)];
  const data_info: AnswerOf<typeof air.goodRate>['data_info'] = [];
  const rest = rests(ctx);
  const editions = await laterEditions(before, rest);
  const [nowOf, thenOf] = [
    airDaysReader(ctx.series, factors, span, rest),
    airDaysReader(ctx.series, factors, before, rest),
  ];
  for (const some of partsOf(chosen, wholeDays(span), DAYS_AT_ONCE)) {
    const [now, then] = [await nowOf(some), await thenOf(some)];
    for (const [nth, site] of some.entries()) {
      const [days, past] = [now[nth], then[nth]];
      const { index, primary, usable } = periodIndex(validDays(days), rules, suffices);
      data_info.push({
        ...siteOf(site),
        now: dayCounts(days?.aqis ?? [], span),
        year_before: dayCounts(past?.aqis ?? [], before),
        year_before_by_now: editions && dayCounts(past?.aqisBy(editions) ?? [], before),
        index,
        index_primary: primary,
        index_usable: index === null ? null : usable,
      });
      await rest();
    }
  }
  return { data_info, total: data_info.length, now_editions: editions && [...new Set(editions)] };
}

/** The editions for last year's days under this year's rules; null if they are the same as last year's. */
async function laterEditions(span: Span, rest: () => Promise<void>): Promise<AqiEdition[] | null> {
  const starts = await daysFrom(span.from, wholeDays(span), rest);
  const editions: AqiEdition[] = [];
  for (const start of starts) {
    editions.push(airRulesAt(yearAfter(start)).aqi);
    await rest();
  }
  return starts.some((start, i) => airRulesAt(start).aqi !== editions[i]) ? editions : null;
}

/** More than twenty years; bounds the cost of one request. */
const MOST_DAYS = 7305;

function askedDays(from: string, to: string): Span {
  const span = wholePeriods('day', from, to);
  if (wholeDays(span) <= MOST_DAYS) return span;
  throw new Fault('parameter_error', {
    fields: [{ field: 'from', problem: 'range_too_long', params: { days: MOST_DAYS } }],
  });
}

const wholeDays = ({ from, to }: Span) => Math.round((to.getTime() - from.getTime()) / DAY_MS);

/** The part of the span before today; empty if it begins later. */
function over({ from, to }: Span, today: Date): Span {
  const end = to < today ? to : today;
  return { from, to: end > from ? end : from };
}

/** Days without data are invalid, like those with insufficient data. */
function dayCounts(indices: readonly (number | null)[], span: Span): DayCounts {
  const levels = [0, 0, 0, 0, 0, 0];
  for (const index of indices) {
    const band = aqiBand(index);
    if (band) levels[band.level - 1] = (levels[band.level - 1] ?? 0) + 1;
  }
  const { valid, percent } = goodRate(indices);
  return { levels, valid, invalid: Math.max(0, wholeDays(span) - valid), good_percent: percent };
}

const dayFigure = (pollutant: Pollutant): AirFigure => (pollutant === 'o3' ? 'o3_8h' : `${pollutant}_24h`);

type ValidDays = Readonly<Record<Pollutant, ReturnType<DaysOfSite['valid']>>>;

function validDays(days: DaysOfSite | undefined): ValidDays {
  const of = (pollutant: Pollutant) => days?.valid(dayFigure(pollutant)) ?? { days: [], values: [] };
  return { so2: of('so2'), no2: of('no2'), co: of('co'), o3: of('o3'), pm10: of('pm10'), pm25: of('pm25') };
}

const lastRules = ({ to }: Span) => airRulesAt(new Date(to.getTime() - 1));

function concentrationsOf(valid: ValidDays): Partial<Record<Pollutant, number | null>> {
  return Object.fromEntries(
    pollutants.map((pollutant) => [pollutant, periodConcentration(pollutant, valid[pollutant].values)]),
  );
}

/** The comprehensive index of the valid days, and whether there are enough of them. */
function periodIndex(
  valid: ValidDays,
  rules: AirRules,
  suffices: ReturnType<typeof sufficesFor>,
): ComprehensiveIndex & { usable: boolean | null } {
  const enough = pollutants.map((pollutant) => suffices(valid[pollutant].days));
  return {
    ...comprehensiveIndex(rules, concentrationsOf(valid)),
    usable: enough.includes(false) ? false : (enough[0] ?? null),
  };
}

/** The terms of the sum of a site's comprehensive index. */
export async function goodRateWhy(
  ctx: Ctx,
  { site_id, from, to }: ParsedOf<typeof air.goodRateWhy>,
): Promise<AnswerOf<typeof air.goodRateWhy>> {
  const span = over(askedDays(from, to), bucketOf('day', ctx.now()));
  const { factors, sites } = await airFacts(ctx, await namedSites(ctx, { site_ids: [site_id] }), span.to);
  const [site] = sites;
  if (!site) throw new Fault('no_data');
  const [days] = await airDaysReader(ctx.series, factors, span, rests(ctx))(sites);
  const valid = validDays(days);
  const rules = lastRules(span);
  const concentrations = concentrationsOf(valid);
  const { index, single } = comprehensiveIndex(rules, concentrations);
  const items = pollutants.map((pollutant) => ({
    pollutant,
    percentile: judgedPercentile(pollutant),
    concentration: concentrations[pollutant] ?? null,
    limit: periodLimit(rules.limits, pollutant),
    single: single[pollutant] ?? null,
    valid_days: valid[pollutant].days.length,
  }));
  return { site: siteOf(site), index, edition: rules.limits, items };
}
