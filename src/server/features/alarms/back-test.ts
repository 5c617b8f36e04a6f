import { intervalMs } from '#server/alarms/checks.ts';
import { readRows, type SiteRow } from '#server/alarms/rows.ts';
import { factorRead } from '#server/alarms/rule-check.ts';
import { type AlarmSetup, type AlarmSite, readSetup, type StoredRule } from '#server/alarms/setup.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { partsOf, rests } from '#server/heavy/rests.ts';
import { namedSites } from '#server/scope.ts';
import { bySite } from '#server/series/by-site.ts';
import { type alarmRuleTrial, BACK_TEST_SHOWN } from '#shared/contract/alarms/back-test.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { AlarmEpisode } from '#shared/domain/alarm-rule.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { SiteTrial } from './back-test-site.ts';
import { checkedRule, factorOfRule } from './rules-check.ts';

type Trial = ParsedOf<typeof alarmRuleTrial.backTest>;
type Answer = AnswerOf<typeof alarmRuleTrial.backTest>;

/** Limit of values per back-test; the period is shortened to it. */
const MOST_ROWS = 1_000_000;
/** Rows in memory at a time. */
const ROWS_AT_ONCE = 8000;
/** Time limit, then the partial result is returned; the browser times out after a minute. */
const MOST_MS = 40_000;
/** Read before the first value for the 8-hour mean of ozone. */
const WARM_UP_MS = 8 * HOUR_MS;

interface Found {
  site_id: number;
  episode: AlarmEpisode;
}

/** The episodes that the rule would have raised in the last days, at the sites that it applies to and the user sees. */
export async function backTest(ctx: Ctx, { days, rule_id, ...stated }: Trial): Promise<Answer> {
  const checked = checkedRule(stated, await factorOfRule(ctx.db, stated.component_id));
  const setup = await readSetup(ctx.db);
  const rule: StoredRule = { ...stated, ...checked, rule_id: rule_id ?? 0, version: 0 };
  const { sites, left_out } = await sitesOf(ctx, setup, rule);
  const last = lastWhole(rule.data_type, ctx.now());
  const span = spanOf(sites, rule.data_type, days, last);

  const rest = rests(ctx);
  const until = performance.now() + MOST_MS;
  const counts = { tested: 0, without_data: 0, untested: sites.length, episodes: 0, alarms: 0, affected: 0 };
  let shown: Found[] = [];
  for (const some of partsOf(sites, rowsEach(sites, rule.data_type, span.ms), ROWS_AT_ONCE)) {
    if (performance.now() > until) break;
    const trials = some.map((site) => new SiteTrial(setup, rule, site));
    for (const slice of slicesOf(rule, some, span.from, last)) {
      const rows = await readValues(ctx, setup, rule, some, slice);
      for (const trial of trials) await trial.take(rows.get(trial.site_id) ?? [], rest);
    }
    for (const { site_id, hasData, episodes } of trials) {
      const found = episodes.filter(({ raised }) => raised >= span.from.getTime());
      counts[hasData ? 'tested' : 'without_data'] += 1;
      counts.episodes += found.length;
      counts.alarms += found.filter(({ level }) => level === 'alarm').length;
      counts.affected += Math.min(1, found.length);
      shown.push(...found.map((episode) => ({ site_id, episode })));
    }
    counts.untested -= some.length;
    shown = newest(shown);
  }
  return {
    from: span.from.toISOString(),
    to: last.toISOString(),
    shortened: span.shortened,
    left_out,
    ...counts,
    data_info: await named(ctx, shown),
  };
}

/** The end of the last complete period; unfinished periods have no result yet. */
function lastWhole(data_type: StoredRule['data_type'], now: Date): Date {
  if (data_type === 'realtime' || data_type === 'minute') return now;
  return new Date(bucketOf(data_type, now).getTime() - 1);
}

/** The sites that the rule applies to and the user sees. */
async function sitesOf(
  ctx: Ctx,
  setup: AlarmSetup,
  rule: StoredRule,
): Promise<{ sites: AlarmSite[]; left_out: number }> {
  const own = rule.scope === 'site' && rule.site_id !== null ? { site_ids: [rule.site_id] } : {};
  const seen = new Set((await namedSites(ctx, own)).map(({ site_id }) => site_id));
  // A site without configured factors may measure any.
  const measuring = await ctx.db.rows<{ site_id: number }>(sql`
    select s.site_id from site s
     where case when ${rule.component_id}::integer is null then s.site_type = 'water'
           else not exists (select from device_factor d where d.site_id = s.site_id)
                or exists (select from device_factor d
                            where d.site_id = s.site_id and d.component_id = ${rule.component_id}) end`);
  const measures = new Set(measuring.map(({ site_id }) => site_id));
  const concerned = setup.sites.filter(
    (site) =>
      seen.has(site.site_id) &&
      measures.has(site.site_id) &&
      // Virtual data raise no alarms.
      !site.virtual_data &&
      (rule.scope !== 'product' || site.product_id === rule.product_id),
  );
  const sites = concerned.filter((site) => !hasNearer(setup, rule, site));
  return { sites, left_out: concerned.length - sites.length };
}

/** Whether a more specific rule overrides this one at the site. */
function hasNearer(setup: AlarmSetup, rule: StoredRule, site: AlarmSite): boolean {
  return setup
    .rules(site)
    .some(
      (other) =>
        other.rule_id !== rule.rule_id &&
        other.component_id === rule.component_id &&
        other.measure === rule.measure &&
        other.data_type === rule.data_type &&
        ruleScopes.indexOf(other.scope) < ruleScopes.indexOf(rule.scope),
    );
}

function rowsEach(sites: readonly AlarmSite[], data_type: StoredRule['data_type'], ms: number): number {
  const shortest = Math.min(...sites.map((site) => intervalMs(data_type, site)), DAY_MS);
  return Math.ceil(ms / shortest);
}

/** The last `days`, shortened to `MOST_ROWS`. */
function spanOf(sites: readonly AlarmSite[], data_type: StoredRule['data_type'], days: number, last: Date) {
  const asked = days * DAY_MS;
  const perMs = sites.reduce((sum, site) => sum + 1 / intervalMs(data_type, site), 0);
  const possible = Math.floor(MOST_ROWS / Math.max(perMs, Number.EPSILON) / HOUR_MS) * HOUR_MS;
  const ms = Math.min(asked, Math.max(possible, HOUR_MS));
  return { ms, from: new Date(last.getTime() + 1 - ms), shortened: ms < asked };
}

interface Slice {
  from: Date;
  /** Inclusive. */
  last: Date;
}

/** Splits the period to bound memory use: one month of a site's real-time values is large. */
function* slicesOf(rule: StoredRule, sites: readonly AlarmSite[], from: Date, last: Date): Generator<Slice> {
  const begin = from.getTime() - (rule.measure === 'o3_8h' ? WARM_UP_MS : 0);
  const shortest = Math.min(...sites.map((site) => intervalMs(rule.data_type, site)));
  const length = Math.max(HOUR_MS, Math.floor(ROWS_AT_ONCE / sites.length) * shortest);
  for (let at = begin; at <= last.getTime(); at += length)
    yield { from: new Date(at), last: new Date(Math.min(at + length - 1, last.getTime())) };
}

async function readValues(
  ctx: Ctx,
  setup: AlarmSetup,
  rule: StoredRule,
  sites: readonly AlarmSite[],
  { from, last }: Slice,
): Promise<Map<number, SiteRow[]>> {
  const fid = factorRead(setup, rule);
  // The water class may depend on any factor, so all are read.
  const fids = rule.component_id === null ? undefined : fid === undefined ? [] : [fid];
  const site_ids = sites.map(({ site_id }) => site_id);
  return bySite(await readRows(ctx.series, rule.data_type, site_ids, from, last, fids));
}

function newest(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => b.episode.from - a.episode.from).slice(0, BACK_TEST_SHOWN);
}

async function named(ctx: Ctx, found: readonly Found[]): Promise<Answer['data_info']> {
  if (found.length === 0) return [];
  const site_ids = [...new Set(found.map(({ site_id }) => site_id))];
  const sites = new Map((await namedSites(ctx, { site_ids })).map((site) => [site.site_id, site]));
  return found.flatMap(({ site_id, episode: { side, level, from, to, peak, n } }) => {
    const site = sites.get(site_id);
    const times = { from: new Date(from).toISOString(), to: to === null ? null : new Date(to).toISOString() };
    return site ? [{ ...site, side, level, ...times, peak, count: n }] : [];
  });
}
