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

/** What a site said of one time, or what holds of a period. */
export interface CheckedRow {
  /** Milliseconds. */
  at: number;
  /** By the network's wall clock, `HH:mm:ss`. */
  time: string;
  values: ReadonlyMap<number, CheckedValue>;
}

export interface CheckedValue {
  value: number | null;
  /** '' is N. */
  flag: string;
}

/** One thing that is looked at in the values of a site. `key` names what is remembered of it. */
export interface Check {
  key: string;
  kind: AlarmKind;
  /** Null: of the site as a whole. */
  fid: number | null;
  /** What is held against the rule. Undefined: this row says nothing of it. */
  measure(row: CheckedRow, memory: Memory): Measured | undefined;
  rule(at: number): AlarmRule;
  rule_id?: number;
  rule_version?: number;
}

export interface Measured {
  /** What is compared. */
  value: number;
  /** What is shown as the alarm's value, where that is something else. */
  shown?: number;
}

/** What a check has to know of the rows before. */
export type Memory = {
  /** Values of the last hours, by their time. */
  past?: [at: number, value: number][];
  /** A value, since when it has been that, when it last was, and how often. */
  same?: { value: number; since: number; last: number; n: number };
  /** The last value shown of the open episode. */
  shown?: number;
};

export interface CheckState {
  alarm: AlarmState;
  memory: Memory;
  /** Raised by what is long past: people are told once something fresh says the same. */
  untold?: readonly AlarmSide[];
}

export type SiteState = Record<string, CheckState>;

export interface CheckStep extends AlarmStep {
  check: Check;
  /** The limit that was crossed. */
  limit: number | null;
  shown: number | null;
}

/** Takes the next row of a site. The state is changed in place; checks that are at rest leave nothing behind. */
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
    // What is compared is shown of limits only: yes or no is no value.
    const shown = measured.shown ?? (check.kind === 'over_standard' ? value : undefined);
    if (shown !== undefined) memory.shown = shown;
    for (const step of stepAlarm(alarm, rule, intervalMs, { at: row.at, value })) {
      const { side, level } = step.episode;
      const limit = rule[`${side}_${level}`] ?? rule[`${side}_alarm`] ?? rule[`${side}_warning`];
      steps.push({ ...step, check, limit, shown: shown ?? null });
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

/** The open episodes of a site, with whose they are. */
export function openEpisodes(state: SiteState): { key: string; episode: AlarmEpisode }[] {
  return Object.entries(state).flatMap(([key, { alarm }]) =>
    [alarm.high.open, alarm.low.open].flatMap((episode) => (episode ? [{ key, episode }] : [])),
  );
}

const always = { raise_after: 1, clear_after: 1, deadband: 0, hours: [] };
const noLimits = { high_warning: null, high_alarm: null, low_warning: null, low_alarm: null };

/** Yes is 1 and no is 0: so many of the first after one another raise. */
export function yesRule(level: AlarmLevel, raise_after = 1): AlarmRule {
  return { ...always, ...noLimits, [`high_${level}`]: 0.5, raise_after };
}

/** A value that counts: there, and not marked by its device. */
function counted(row: CheckedRow, fid: number): number | undefined {
  const found = row.values.get(fid);
  return found && found.value !== null && (found.flag === '' || found.flag === 'N') ? found.value : undefined;
}

/** Where the state of a site keeps what a standard asks for. */
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

/** A factor's value against limits. */
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

/** The mean of the hours so far, 8 of them at most, against limits. */
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

/** The highest mean over 8 hours of a day, which is a factor of its own, against limits. */
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

/** The class of water: `classOf` knows it of the values that count. */
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

/** The very same value for so many hours. */
export function constantCheck(fid: number, level: AlarmLevel, hours: number): Check {
  // From its first hour to its last one a value of six hours has lasted five.
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
      // Nothing at all day is another kind's business.
      if (value === 0) return { value: 0, shown: 0 };
      const lasted = (row.at - memory.same.since) / HOUR_MS;
      // Most of its hours must be known: two equal values far apart prove nothing.
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

/** Far from the value before: of that value, and at least so much. */
export function jumpCheck(fid: number, level: AlarmLevel, percent: number, least: number): Check {
  return yesCheck('jump', fid, yesRule(level), (row, memory) => {
    const value = counted(row, fid);
    if (value === undefined) return undefined;
    const before = memory.past?.at(-1);
    memory.past = [[row.at, value]];
    if (!before || row.at - before[0] > 3 * HOUR_MS) return undefined;
    const change = Math.abs(value - before[1]);
    const yes = change > (Math.abs(before[1]) * percent) / 100 && change > least;
    // What it jumped from is what it must come back to: a new height is no second jump.
    return { yes, shown: value };
  });
}

/** The part above the whole: PM2.5 above PM10. */
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

/** The device marks its value. Looking after an instrument is no fault of it. */
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
