import type { DataType } from '#protocol/commands.ts';
import { airLimit, limitItemOfCode } from '#shared/domain/air-limits.ts';
import {
  type Check,
  constantCheck,
  flagCheck,
  jumpCheck,
  pairCheck,
  ruleKey,
  zeroCheck,
} from '#shared/domain/alarm-checks.ts';
import { isJudgedByHours, patienceOf, wholeOf } from '#shared/domain/alarm-factor.ts';
import { GAP_INTERVALS } from '#shared/domain/alarm-rule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { ruleCheck } from './rule-check.ts';
import type { AlarmFactor, AlarmSetup, AlarmSite, StoredRule } from './setup.ts';

/** Expected time between two values of a data type. */
export function intervalMs(
  data_type: DataType,
  site: Pick<AlarmSite, 'interval_seconds' | 'minute_step'>,
): number {
  switch (data_type) {
    case 'realtime':
      return site.interval_seconds * 1000;
    case 'minute':
      return site.minute_step * MINUTE_MS;
    case 'hour':
      return HOUR_MS;
    case 'day':
      return DAY_MS;
  }
}

/** How long after its start a value of a data type is complete. */
export const periodMs: Record<DataType, number> = { realtime: 0, minute: 0, hour: HOUR_MS, day: DAY_MS };

/** Minimum length of history to look at. */
const leastPatienceMs: Record<DataType, number> = {
  realtime: HOUR_MS,
  minute: 6 * HOUR_MS,
  hour: 2 * DAY_MS,
  day: 14 * DAY_MS,
};

/** Keys of the evaluation state that the rules need. */
export function askedKeys(rules: readonly StoredRule[], data_type: DataType): ReadonlySet<string> {
  return new Set(rules.filter((rule) => rule.data_type === data_type).map(ruleKey));
}

/** The checks of a site's values by data type: made once per site and set of factors. */
export class SiteChecks {
  private readonly made = new Map<string, readonly Check[]>();
  private readonly setup: AlarmSetup;

  constructor(setup: AlarmSetup) {
    this.setup = setup;
  }

  /** `fids` are the factors of a row; the rows of a site mostly have the same ones. */
  of(site: AlarmSite, data_type: DataType, fids: readonly number[]): readonly Check[] {
    const key = `${site.site_id} ${data_type} ${fids.join(',')}`;
    const known = this.made.get(key);
    if (known) return known;
    const factors = fids.flatMap((fid) => this.setup.factor(fid) ?? []);
    const checks = [...this.ofRules(site, data_type, fids), ...this.ofKinds(site, data_type, factors)];
    this.made.set(key, checks);
    return checks;
  }

  /** Length of the longest run of values that any check at this site needs. */
  patienceMs(site: AlarmSite, data_type: DataType): number {
    const counts = this.setup
      .rules(site)
      .filter((rule) => rule.data_type === data_type)
      .flatMap(({ raise_after, clear_after }) => [raise_after, clear_after]);
    const ofKinds = (['constant', 'zero', 'pair', 'flag'] as const).flatMap((kind) =>
      Object.entries(this.setup.kind(kind, site).params).flatMap(([name, count]) =>
        name.endsWith('hours') || name === 'times' ? [count] : [],
      ),
    );
    const longest = Math.max(
      ...counts,
      ...(data_type === 'hour' || data_type === 'realtime' ? ofKinds : [0]),
    );
    // Consecutive values of a run may be as far apart as a gap is long.
    return Math.max(leastPatienceMs[data_type], (longest + 1) * GAP_INTERVALS * intervalMs(data_type, site));
  }

  private ofRules(site: AlarmSite, data_type: DataType, fids: readonly number[]): Check[] {
    if (!this.setup.kind('over_standard', site).enabled) return [];
    return this.setup
      .rules(site)
      .filter((rule) => rule.data_type === data_type)
      .flatMap((rule) => ruleCheck(this.setup, rule, site, fids) ?? []);
  }

  /** Instrument faults are detected from hours; flags set by the device are detected at once. */
  private ofKinds(site: AlarmSite, data_type: DataType, factors: readonly AlarmFactor[]): Check[] {
    const setting = (kind: Parameters<AlarmSetup['kind']>[0]) => {
      const { enabled, level, params } = this.setup.kind(kind, site);
      return enabled ? { level, ...params } : undefined;
    };
    const flag = data_type === 'realtime' ? setting('flag') : undefined;
    if (flag) return factors.map(({ fid }) => flagCheck(fid, flag.level, param(flag, 'times')));
    if (data_type !== 'hour') return [];
    const measured = factors.filter(isJudgedByHours);
    const [constant, zero, jump, pair] = [
      setting('constant'),
      setting('zero'),
      setting('jump'),
      setting('pair'),
    ];
    return measured.flatMap(({ fid, code, category }) => [
      ...(constant
        ? [constantCheck(fid, constant.level, param(constant, patienceOf({ code, category })))]
        : []),
      ...(zero ? [zeroCheck(fid, zero.level, param(zero, 'times'))] : []),
      ...(jump
        ? [jumpCheck(fid, jump.level, param(jump, 'percent'), leastJump(code, param(jump, 'least_percent')))]
        : []),
      ...(pair ? this.pairOf(fid, code, factors, pair) : []),
    ]);
  }

  private pairOf(
    fid: number,
    code: string | null,
    factors: readonly AlarmFactor[],
    setting: { level: 'warning' | 'alarm' } & Record<string, number | string>,
  ): Check[] {
    const whole = wholeOf(code);
    const other = factors.find((factor) => whole !== undefined && factor.code === whole);
    return other
      ? [pairCheck(fid, other.fid, setting.level, param(setting, 'times'), param(setting, 'percent'))]
      : [];
  }
}

function param(setting: Record<string, number | string>, name: string): number {
  return Number(setting[name]);
}

/** The minimum jump is a share of the hourly or daily limit: values near zero may multiply without meaning anything. */
function leastJump(code: string | null, percent: number): number {
  const item = code ? limitItemOfCode(code) : undefined;
  const limit = item ? (airLimit('2026', item, '1h') ?? airLimit('2026', item, '24h')) : null;
  return limit === null ? 0 : (limit * percent) / 100;
}
