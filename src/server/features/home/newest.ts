import type { Ctx } from '#server/app.ts';
import type { LatestOfSite } from '#server/series/store.ts';
import { type ValueRules, valueRulesOf } from '#server/series/value-rules.ts';
import { waterChoices } from '#server/standards/water-choice.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { home, JudgedFactor, NewestOfSite } from '#shared/contract/home/home.ts';
import { stateOfFlag } from '#shared/domain/flag-states.ts';
import { holdsMs } from '#shared/domain/standing.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { countedValue, countingFlags, counts } from '#shared/domain/validity.ts';
import { type JudgedSite, judgedFactors, judgedSites } from './judged.ts';
import { setUpFactors, windFactors, windOf } from './newest-wind.ts';

/** Older flags do not describe the current state. */
const FLAG_HOLDS_MS = DAY_MS;
/** A pseudo site for the rules without a site's own ranges. */
const NO_SITE = 0;

type Newest = AnswerOf<typeof home.newest>;

/** The newest valid and recent values of the sites. */
export async function newest(ctx: Ctx, which: ParsedOf<typeof home.newest>): Promise<Newest> {
  const factors = await judgedFactors(ctx.db);
  const sites = await judgedSites(ctx, which);
  const latest = await ctx.series.latest(sites.map(({ site_id }) => site_id));
  const latestOf = new Map(latest.map((one) => [one.site_id, one]));
  const ofMedium = {
    air: factors.filter(({ medium }) => medium === 'air'),
    water: factors.filter(({ medium }) => medium === 'water'),
  };
  const now = ctx.now().getTime();
  const wind = await windFactors(ctx.db);
  const setUp = await setUpFactors(
    ctx.db,
    sites.map(({ site_id }) => site_id),
    factors.map(({ component_id }) => component_id),
  );
  const ruleOf = await valueRulesOf(
    ctx.db,
    sites.map(({ site_id }) => site_id),
  );
  const data_info = sites.map((site) => {
    const own = ofMedium[site.medium];
    const latest = latestOf.get(site.site_id);
    const sent = new Set([
      ...(setUp.get(site.site_id) ?? []),
      ...(latest?.values ?? []).map(({ fid }) => fid),
    ]);
    return {
      ...newestOfSite(site, own, latest, now, ruleOf),
      measures: own.flatMap(({ component_id }) => (sent.has(component_id) ? [component_id] : [])),
      wind: windOf(site, wind, latest, now),
    };
  });
  return {
    ...{ factors, wind, water: await waterChoices(ctx.db), data_info, total: data_info.length },
    rules: rulesOf(factors, sites, ruleOf),
  };
}

/** The network's rules by factor, and those of sites with other ones. */
function rulesOf(
  factors: readonly JudgedFactor[],
  sites: readonly JudgedSite[],
  ruleOf: ValueRules,
): Newest['rules'] {
  return factors.flatMap(({ component_id }) => {
    const usual = ruleOf(NO_SITE, component_id);
    const own = sites.filter(({ site_id }) => ruleOf(site_id, component_id) !== usual);
    return [
      { site_id: null, component_id, ...usual },
      ...own.map(({ site_id }) => ({ ...ruleOf(site_id, component_id), site_id, component_id })),
    ];
  });
}

function newestOfSite(
  { site_id, online, medium, exempt, body, counting_flags }: JudgedSite,
  factors: readonly JudgedFactor[],
  latest: LatestOfSite | undefined,
  now: number,
  ruleOf: ValueRules,
): Omit<NewestOfSite, 'measures' | 'wind'> {
  const counting = countingFlags(counting_flags);
  const byFactor = new Map(latest?.values.map((value) => [value.fid, value]));
  const oldest = now - (latest ? holdsMs(medium, latest.data_type) : 0);
  const values = factors.map(({ component_id }) => {
    const value = byFactor.get(component_id);
    const isNew = value && Date.parse(value.ts) > oldest;
    const isCounting = isNew && value.value !== null && counts(value.flag, 'l', counting);
    return isCounting ? countedValue(value.value as number, ruleOf(site_id, component_id)) : null;
  });
  const since = Date.parse(latest?.ts ?? '') - FLAG_HOLDS_MS;
  const flagged = (latest?.values ?? []).flatMap(({ fid, flag, ts }) =>
    stateOfFlag(flag) && Date.parse(ts) > since ? [{ component_id: fid, flag }] : [],
  );
  return {
    site_id,
    online,
    data_type: latest?.data_type ?? null,
    ts: latest?.ts ?? null,
    values,
    exempt: medium === 'air' ? exempt : [],
    body,
    flagged,
  };
}
