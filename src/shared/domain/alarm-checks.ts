import type { AlarmKind } from './alarm-kinds.ts';
import type { RuleMeasure } from './alarm-limits.ts';
import {
  type AlarmEpisode,
  type AlarmLevel,
  type AlarmRule,
  type AlarmSide,
  type AlarmState,
  type AlarmStep,
  freshAlarm,
  isInHours,
  stepAlarm,
} from './alarm-rule.ts';
import { stateOfFlag } from './flag-states.ts';
import { latestMean } from './sliding.ts';
import { HOUR_MS } from './time-units.ts';

/** The values of a site at one time, or the effective values of a period. */
export interface CheckedRow {
  /** Milliseconds since 1970. */
  at: number;
  /** Local time of the network, `HH:mm:ss`. */
  time: string;
  values: ReadonlyMap<number, CheckedValue>;
}

export interface CheckedValue {
  value: number | null;
  /** '' means N. */
  flag: string;
}

/** One check of a site's values. `key` names its part of the evaluation state. */
export interface Check {
  key: string;
  kind: AlarmKind;
  /** Null: a check of the whole site. */
  fid: number | null;
  /** The value that is compared with the rule; undefined if the row has none. */
  measure(row: CheckedRow, memory: Memory): Measured | undefined;
  rule(at: number): AlarmRule;
  rule_id?: number;
  rule_version?: number;
}

export interface Measured {
  /** The value that is compared. */
  value: number;
  /** The value to show with the alarm, if it is a different one. */
  shown?: number;
}

/** What a check remembers of earlier rows. */
export type Memory = {
  /** Values of the last hours with their times. */
  past?: [at: number, value: number][];
  /** For constant values: the value, its first and last time, and how often it came. */
  same?: { value: number; since: number; last: number; n: number };
  /** The last shown value of the open episode. */
  shown?: number;
};

export interface CheckState {
  alarm: AlarmState;
  memory: Memory;
  /** Raised silently by old values: people are told once a fresh value confirms it. */
  untold?: readonly AlarmSide[];
}

export type SiteState = Record<string, CheckState>;

export interface CheckStep extends AlarmStep {
  check: Check;
  /** The limit that was crossed. */
  limit: number | null;
  shown: number | null;
  /** The value shown before this row: when an episode is cleared, the last one that belongs to it. */
  before: number | null;
}

/** Evaluates the next row of a site. Changes the state in place; idle checks leave nothing in it. */
export function stepChecks(
  state: SiteState,
  checks: readonly Check[],
  intervalMs: number,
  row: CheckedRow,
): CheckStep[] {
  const steps: CheckStep[] = [];
  for (const check of checks) {
    const known = state[check.key];
    const memory = known?.memory ?? {};
    const measured = check.measure(row, memory);
    const rule = check.rule(row.at);
    if (!measured || !isInHours(row.time, rule.hours)) {
      if (!known && isWorthKeeping(freshAlarm(), memory)) state[check.key] = { alarm: freshAlarm(), memory };
      continue;
    }
    const alarm = known?.alarm ?? freshAlarm();
    const { value } = measured;
    // Only for limits is the compared value shown; yes or no is not a value.
    const shown = measured.shown ?? (check.kind === 'over_standard' ? value : undefined);
    const before = memory.shown ?? null;
    if (shown !== undefined) memory.shown = shown;
    for (const step of stepAlarm(alarm, rule, intervalMs, { at: row.at, value })) {
      const { side, level } = step.episode;
      const limit = rule[`${side}_${level}`] ?? rule[`${side}_alarm`] ?? rule[`${side}_warning`];
      steps.push({ ...step, check, limit, shown: shown ?? null, before });
    }
    if (known) known.alarm = alarm;
    else if (isWorthKeeping(alarm, memory)) state[check.key] = { alarm, memory };
    if (known && !isWorthKeeping(alarm, memory)) delete state[check.key];
  }
  return steps;
}

function isWorthKeeping({ high, low }: AlarmState, memory: Memory): boolean {
  const isBusy = [high, low].some(({ runs, open }) => open !== null || Object.keys(runs).length > 0);
  return isBusy || memory.past !== undefined || memory.same !== undefined;
}

/** The open episodes of a site with their keys. */
export function openEpisodes(state: SiteState): { key: string; episode: AlarmEpisode }[] {
  return Object.entries(state).flatMap(([key, { alarm }]) =>
    [alarm.high.open, alarm.low.open].flatMap((episode) => (episode ? [{ key, episode }] : [])),
  );
}

const always = { raise_after: 1, clear_after: 1, deadband: 0, hours: [] };
const noLimits = { high_warning: null, high_alarm: null, low_warning: null, low_alarm: null };

/** A rule for yes (1) or no (0): this many consecutive yes raise an alarm. */
export function yesRule(level: AlarmLevel, raise_after = 1): AlarmRule {
  return { ...always, ...noLimits, [`high_${level}`]: 0.5, raise_after };
}

/** A valid value: present, and without a flag of the device. */
function counted(row: CheckedRow, fid: number): number | undefined {
  const found = row.values.get(fid);
  return found && found.value !== null && (found.flag === '' || found.flag === 'N') ? found.value : undefined;
}

/** The key of a standard in the evaluation state. */
export function ruleKey({
  measure,
  component_id,
}: {
  measure: RuleMeasure;
  component_id: number | null;
}): string {
  if (measure === 'water_class') return measure;
  return `${measure === 'value' ? 'over_standard' : measure} ${component_id}`;
}

type Placed = Pick<Check, 'rule_id' | 'rule_version'> & { fid: number };

/** Compares a factor's value with limits. */
export function limitCheck(
  placed: Placed,
  rule: Check['rule'],
  judged: (value: number) => number = (value) => value,
): Check {
  return {
    ...placed,
    key: ruleKey({ measure: 'value', component_id: placed.fid }),
    kind: 'over_standard',
    rule,
    measure: (row) => {
      const value = counted(row, placed.fid);
      return value === undefined ? undefined : { value: judged(value) };
    },
  };
}

const OZONE_HOURS = 8;

/** Compares the mean of up to 8 hours so far with limits. */
export function ozoneCheck(placed: Placed, rule: Check['rule'], judged: (value: number) => number): Check {
  return {
    ...placed,
    key: ruleKey({ measure: 'o3_8h', component_id: placed.fid }),
    kind: 'over_standard',
    rule,
    measure: (row, memory) => {
      const value = counted(row, placed.fid);
      const first = row.at - (OZONE_HOURS - 1) * HOUR_MS;
      const past = (memory.past ?? []).filter(([at]) => at >= first && at < row.at);
      if (value !== undefined) past.push([row.at, value]);
      memory.past = past;
      const mean = latestMean(
        past.map(([, each]) => each),
        8,
      );
      return value !== undefined && mean.valid && mean.value !== null
        ? { value: judged(mean.value) }
        : undefined;
    },
  };
}

/** Compares the highest 8-hour mean of a day, which is a factor of its own, with limits. */
export function ozoneDayCheck(
  placed: Placed,
  highest: number,
  rule: Check['rule'],
  judged: (value: number) => number,
): Check {
  const { fid } = placed;
  return {
    ...limitCheck({ ...placed, fid: highest }, rule, judged),
    fid,
    key: ruleKey({ measure: 'o3_8h', component_id: fid }),
  };
}

/** Compares the water class; `classOf` determines it from the valid values. */
export function classCheck(
  placed: Pick<Check, 'rule_id' | 'rule_version'>,
  rule: Check['rule'],
  classOf: (values: ReadonlyMap<number, number>) => number | null,
): Check {
  return {
    ...placed,
    key: 'water_class',
    fid: null,
    kind: 'over_standard',
    rule,
    measure: (row) => {
      const values = new Map<number, number>();
      for (const fid of row.values.keys()) {
        const value = counted(row, fid);
        if (value !== undefined) values.set(fid, value);
      }
      const itsClass = values.size > 0 ? classOf(values) : null;
      return itsClass === null ? undefined : { value: itsClass };
    },
  };
}

/** The same value for a number of hours. */
export function constantCheck(fid: number, level: AlarmLevel, hours: number): Check {
  // From its first to its last value, a run of six hourly values spans five hours.
  const rule: AlarmRule = { ...always, ...noLimits, [`high_${level}`]: hours - 1.5 };
  return {
    key: `constant ${fid}`,
    kind: 'constant',
    fid,
    rule: () => rule,
    measure: (row, memory) => {
      const value = counted(row, fid);
      if (value === undefined) return undefined;
      const { same } = memory;
      const goes = same && same.value === value && row.at - same.last <= 3 * HOUR_MS;
      memory.same = goes
        ? { ...same, last: row.at, n: same.n + 1 }
        : { value, since: row.at, last: row.at, n: 1 };
      // Zero all day is the business of another kind.
      if (value === 0) return { value: 0, shown: 0 };
      const lasted = (row.at - memory.same.since) / HOUR_MS;
      // Most hours must be present: two equal values far apart prove nothing.
      return { value: memory.same.n * 2 > lasted + 1 ? lasted : 0, shown: value };
    },
  };
}

/** Zero or below. */
export function zeroCheck(fid: number, level: AlarmLevel, times: number): Check {
  return yesCheck('zero', fid, yesRule(level, times), (row) => {
    const value = counted(row, fid);
    return value === undefined ? undefined : { yes: value <= 0, shown: value };
  });
}

/** Differs from the previous value by more than a percentage and a minimum. */
export function jumpCheck(fid: number, level: AlarmLevel, percent: number, least: number): Check {
  return yesCheck('jump', fid, yesRule(level), (row, memory) => {
    const value = counted(row, fid);
    if (value === undefined) return undefined;
    const before = memory.past?.at(-1);
    memory.past = [[row.at, value]];
    if (!before || row.at - before[0] > 3 * HOUR_MS) return undefined;
    const change = Math.abs(value - before[1]);
    const yes = change > (Math.abs(before[1]) * percent) / 100 && change > least;
    // The comparison stays with the value before the jump: the new level is no second jump.
    return { yes, shown: value };
  });
}

/** A part exceeds the whole: PM2.5 above PM10. */
export function pairCheck(
  fid: number,
  whole: number,
  level: AlarmLevel,
  times: number,
  percent: number,
): Check {
  return yesCheck('pair', fid, yesRule(level, times), (row) => {
    const [part, all] = [counted(row, fid), counted(row, whole)];
    if (part === undefined || all === undefined) return undefined;
    return { yes: part > all * (1 + percent / 100), shown: part };
  });
}

/** The device flags its values. Maintenance of an instrument is not a fault. */
export function flagCheck(fid: number, level: AlarmLevel, times: number): Check {
  return yesCheck('flag', fid, yesRule(level, times), (row) => {
    const found = row.values.get(fid);
    if (!found || stateOfFlag(found.flag) === 'maintenance') return undefined;
    const yes = found.flag !== '' && found.flag !== 'N';
    return found.value === null ? { yes } : { yes, shown: found.value };
  });
}

function yesCheck(
  kind: AlarmKind,
  fid: number,
  rule: AlarmRule,
  ask: (row: CheckedRow, memory: Memory) => { yes: boolean; shown?: number } | undefined,
): Check {
  return {
    key: `${kind} ${fid}`,
    kind,
    fid,
    rule: () => rule,
    measure: (row, memory) => {
      const answer = ask(row, memory);
      return (
        answer && { value: answer.yes ? 1 : 0, ...(answer.shown !== undefined && { shown: answer.shown }) }
      );
    },
  };
}
