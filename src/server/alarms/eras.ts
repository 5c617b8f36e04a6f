import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { bySite } from '#server/series/by-site.ts';
import { holdingRules } from '#shared/domain/alarm-scope.ts';
import { askedKeys, periodMs, SiteChecks } from './checks.ts';
import type { Line } from './judge.ts';
import type { SiteRow } from './rows.ts';
import type { AlarmSetup, StoredRule } from './setup.ts';

/** Rows for which the same rules were in force. */
export interface Era {
  rows: readonly SiteRow[];
  checks: SiteChecks;
  /** Keys of the evaluation state that the rules of this time need. */
  asked: ReadonlySet<string>;
}

/**
 * Splits past values by the rules of their time, so that a new limit does not apply to older values. A period is
 * evaluated by the rules in force at its end.
 */
export function erasOf(
  setup: AlarmSetup,
  checks: SiteChecks,
  line: Line,
  rows: readonly SiteRow[],
  past: PastRules,
): Era[] {
  const ends = rows.map(({ at }) => at + periodMs[line.data_type]);
  const [first] = ends;
  if (first === undefined || first >= setup.rulesChangedAt)
    return [{ rows, checks, asked: askedKeys(setup.rules(line.site), line.data_type) }];
  const versions = past(line.site);
  const moments = [...new Set(versions.flatMap(({ from, to }) => [from, to]))]
    .filter((at) => at > first && at < Number.POSITIVE_INFINITY)
    .sort((a, b) => a - b);
  return [first, ...moments].flatMap((from, i) => {
    const to = moments[i] ?? Number.POSITIVE_INFINITY;
    const within = rows.filter((_, at) => (ends[at] ?? 0) >= from && (ends[at] ?? 0) < to);
    if (within.length === 0) return [];
    const inForce = versions.filter((one) => one.from <= from && one.to > from && one.rule.enabled);
    const held = holdingRules(
      inForce.map(({ rule }) => rule),
      line.site,
    ).map(({ rule }) => rule);
    const then: AlarmSetup = { ...setup, rules: () => held };
    return [{ rows: within, checks: new SiteChecks(then), asked: askedKeys(held, line.data_type) }];
  });
}

interface Version {
  rule: StoredRule & { enabled: boolean };
  from: number;
  to: number;
}

/** The versions of the rules of a site. */
export type PastRules = (site: Line['site']) => Version[];

/** Reads them for many sites at once, as far back as their values go: one query instead of one per site. */
export async function readPastRules(
  db: Db,
  setup: AlarmSetup,
  lines: readonly Line[],
  rows: ReadonlyMap<number, readonly SiteRow[]>,
): Promise<PastRules> {
  const firsts = lines.flatMap(({ site, data_type }) => {
    const first = rows.get(site.site_id)?.[0];
    return first ? [first.at + periodMs[data_type]] : [];
  });
  const since = Math.min(...firsts);
  if (since >= setup.rulesChangedAt) return () => [];
  const product_ids = new Set(lines.map(({ site }) => site.product_id));
  const stored = await db.rows<{ rule: Version['rule']; made_at: string; ended_at: string | null }>(sql`
    select rule, made_at, ended_at from alarm_rule_version
     where (ended_at is null or ended_at > ${new Date(since)})
       and (rule->>'scope' = 'network' or (rule->>'product_id')::integer = any(${[...product_ids]}::integer[])
            or (rule->>'site_id')::integer = any(${lines.map(({ site }) => site.site_id)}::integer[]))`);
  const versions = stored.map(({ rule, made_at, ended_at }) => ({
    rule,
    from: Date.parse(made_at),
    to: ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at),
  }));
  const ofMany = versions.filter(({ rule }) => rule.site_id === null);
  const ofSites = bySite(
    versions.flatMap((one) => (one.rule.site_id === null ? [] : [{ ...one, site_id: one.rule.site_id }])),
  );
  return ({ site_id, product_id }) => [
    ...ofMany.filter(({ rule }) => rule.scope === 'network' || rule.product_id === product_id),
    ...(ofSites.get(site_id) ?? []),
  ];
}
