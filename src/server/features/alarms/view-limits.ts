import type { AlarmSite, FactorSetup, StoredRule } from '#server/alarms/setup.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { ViewLimit } from '#shared/contract/alarms/view.ts';
import { limitsOf, type StatedLimits } from '#shared/domain/alarm-limits.ts';
import { withoutNoise } from '#shared/domain/rounding.ts';
import { startOfDay } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { ViewedAlarm } from './viewed.ts';

/** A version of a rule and its period of validity. */
interface RuleVersion {
  version: number;
  rule: StoredRule;
  made_at: string;
  ended_at: string | null;
}

/** All versions of the rule that raised the alarm, oldest first, also of deleted rules. */
export async function readVersions(
  db: Db,
  { rule_id }: Pick<ViewedAlarm, 'rule_id'>,
): Promise<RuleVersion[]> {
  if (rule_id === null) return [];
  const versions = await db.rows<RuleVersion>(sql`
    select version, rule, made_at, ended_at from alarm_rule_version where rule_id = ${rule_id} order by version`);
  // Old versions lack fields that were added later.
  return versions.map((one) => ({ ...one, rule: { ...formerly, ...one.rule } }));
}

const formerly = { measure: 'value', warning_share: null } as const;

/** The limits over the shown time, for each version of the rule and edition of the standard. */
export function limitSpans(
  versions: readonly RuleVersion[],
  alarm: Pick<ViewedAlarm, 'component_id' | 'rule_version' | 'from_at'>,
  factors: Pick<FactorSetup, 'factor'>,
  site: AlarmSite,
  from: Date,
  to: Date,
): ViewLimit[] {
  const factor = alarm.component_id === null ? null : (factors.factor(alarm.component_id) ?? null);
  const spans = versions.flatMap(({ version, rule, made_at, ended_at }) => {
    // A rule also evaluates values from before it was made, so its limits start with the episode.
    const made = Date.parse(made_at);
    const start = version === alarm.rule_version ? Math.min(made, Date.parse(alarm.from_at)) : made;
    const first = Math.max(start, from.getTime());
    const last = Math.min(ended_at === null ? Infinity : Date.parse(ended_at), to.getTime());
    return spansOf(rule, limitsOf(rule, factor, site), first, last);
  });
  return joined(spans);
}

/** Editions of a standard take effect at midnight. */
function spansOf(
  rule: StoredRule,
  limitsAt: (at: Date) => StatedLimits,
  first: number,
  last: number,
): ViewLimit[] {
  const spans: ViewLimit[] = [];
  for (let at = first; at < last; ) {
    const next = Math.min(startOfDay(new Date(at)).getTime() + DAY_MS, last);
    const times = { from: new Date(at).toISOString(), to: new Date(next).toISOString() };
    spans.push(...boundsOf(rule, limitsAt(new Date(at))).map((bound) => ({ ...bound, ...times })));
    at = next;
  }
  return spans;
}

/** The limits that raise an alarm, and the one that clears it: the innermost limit less the dead band (hysteresis). */
function boundsOf({ deadband }: StoredRule, limits: StatedLimits): Omit<ViewLimit, 'from' | 'to'>[] {
  return (['high', 'low'] as const).flatMap((side) => {
    const [warning, alarm] = [limits[`${side}_warning`], limits[`${side}_alarm`]];
    const innermost = warning ?? alarm;
    if (innermost === null) return [];
    const clear = withoutNoise(side === 'high' ? innermost - deadband : innermost + deadband);
    return [
      ...(alarm === null ? [] : [{ side, bound: 'alarm' as const, value: alarm }]),
      ...(warning === null ? [] : [{ side, bound: 'warning' as const, value: warning }]),
      { side, bound: 'clear' as const, value: clear },
    ];
  });
}

/** Merges consecutive spans of the same limit. */
function joined(spans: readonly ViewLimit[]): ViewLimit[] {
  const all: ViewLimit[] = [];
  for (const span of spans) {
    const before = all.findLast(({ side, bound }) => side === span.side && bound === span.bound);
    if (before && before.value === span.value && before.to === span.from) before.to = span.to;
    else all.push({ ...span });
  }
  return all;
}
