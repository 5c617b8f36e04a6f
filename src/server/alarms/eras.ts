import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { holdingRules } from '#shared/domain/alarm-scope.ts';
import { askedKeys, periodMs, SiteChecks } from './checks.ts';
import type { Line } from './judge.ts';
import type { SiteRow } from './rows.ts';
import type { AlarmSetup, StoredRule } from './setup.ts';

/** Rows that the same standards were in force for. */
export interface Era {
  rows: readonly SiteRow[];
  checks: SiteChecks;
  /** What of standards the state of a site may hold then. */
  asked: ReadonlySet<string>;
}

/**
 * Values of the past by the standards of their time: a new limit does not judge what was before it. A period is judged
 * once it is over, by what is in force then.
 */
export async function erasOf(
  db: Db,
  setup: AlarmSetup,
  checks: SiteChecks,
  line: Line,
  rows: readonly SiteRow[],
): Promise<Era[]> {
  const ends = rows.map(({ at }) => at + periodMs[line.data_type]);
  const [first] = ends;
  if (first === undefined || first >= setup.rulesChangedAt)
    return [{ rows, checks, asked: askedKeys(setup.rules(line.site), line.data_type) }];
  const versions = await versionsSince(db, line, first);
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

async function versionsSince(db: Db, { site }: Line, since: number): Promise<Version[]> {
  const rows = await db.rows<{ rule: Version['rule']; made_at: string; ended_at: string | null }>(sql`
    select rule, made_at, ended_at from alarm_rule_version
     where (ended_at is null or ended_at > ${new Date(since)})
       and (rule->>'scope' = 'network' or (rule->>'product_id')::integer = ${site.product_id}
            or (rule->>'site_id')::integer = ${site.site_id})`);
  return rows.map(({ rule, made_at, ended_at }) => ({
    rule,
    from: Date.parse(made_at),
    to: ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at),
  }));
}
