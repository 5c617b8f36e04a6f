import type { DataType } from '#protocol/commands.ts';
import {
  type Check,
  type CheckState,
  type CheckStep,
  openEpisodes,
  type SiteState,
  stepChecks,
} from '#shared/domain/alarm-checks.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { type AlarmEpisode, type AlarmSide, openEpisode } from '#shared/domain/alarm-rule.ts';
import { intervalMs, type SiteChecks } from './checks.ts';
import type { EpisodeRecord, EpisodeStep, Identity } from './episodes.ts';
import type { SiteRow } from './rows.ts';
import type { AlarmSetup, AlarmSite } from './setup.ts';

/** The evaluation state of one data type of a site. */
export interface Line {
  site: AlarmSite;
  data_type: DataType;
  state: SiteState;
}

/** The result of evaluating rows. */
export interface Judged {
  /** Episodes that were opened, changed or closed, by `recordKey`. */
  records: Map<string, EpisodeRecord>;
  /** Open episodes whose notification is caught up on. */
  confirmed: (Identity & { from: number })[];
  /** Time of the row before which `isEnough` returned true. */
  stoppedAt?: number;
}

export const recordKey = ({
  kind,
  component_id,
  side,
  from,
}: Pick<EpisodeRecord, 'kind' | 'component_id' | 'side' | 'from'>) =>
  `${kind} ${component_id} ${side} ${from}`;

/**
 * Evaluates rows of a site in the order of time. `isFresh` says whether people may still be notified of the effect of a
 * row; `isEnough` is called before each row and returns true to stop there.
 */
export function judgeRows(
  setup: AlarmSetup,
  checks: SiteChecks,
  line: Line,
  rows: readonly SiteRow[],
  isFresh: (row: SiteRow) => boolean,
  isEnough: (at: number, state: SiteState) => boolean,
): Judged {
  const judged: Judged = { records: new Map(), confirmed: [] };
  const { site, data_type, state } = line;
  const interval = intervalMs(data_type, site);
  for (const row of rows) {
    if (isEnough(row.at, state)) return { ...judged, stoppedAt: row.at };
    if (setup.isMaintained(site.site_id, row.at)) continue;
    const ofRow = checks.of(site, data_type, row.fids);
    const fresh = isFresh(row);
    for (const step of stepChecks(state, ofRow, interval, row)) take(judged, line, step, fresh);
    if (fresh) confirm(judged, line, ofRow, row);
  }
  return judged;
}

function take(judged: Judged, line: Line, step: CheckStep, fresh: boolean): void {
  const { check, episode, did, limit, shown } = step;
  const held = did === 'cleared' ? step.before : shown;
  const known = line.state[check.key];
  const record = recordOf(line, check, episode, { limit, shown, held });
  const key = recordKey(record);
  const wasUntold = isUntold(known, episode.side);
  if (did === 'raised' && known && !fresh) noteUntold(known, episode.side, true);
  if (did === 'cleared' && known) noteUntold(known, episode.side, false);
  // If nobody was notified of an episode, nobody is notified of its end.
  const tell = fresh && !(did === 'cleared' && wasUntold);
  const before = judged.records.get(key);
  const steps: EpisodeStep[] = [
    ...(before?.steps ?? []),
    { did: did === 'cleared' ? 'recovered' : did, level: episode.level, tell },
  ];
  judged.records.set(key, { ...record, limit: record.limit ?? before?.limit ?? null, steps });
}

/** Confirms episodes that were raised by old values and still hold in this row. */
function confirm(judged: Judged, line: Line, checks: readonly Check[], { at }: SiteRow): void {
  for (const check of checks) {
    const known = line.state[check.key];
    // A row without a valid value of the factor confirms nothing.
    if (!known?.untold || known.alarm.last !== at) continue;
    for (const side of known.untold) {
      const { open, clearing } = known.alarm[side];
      if (!open || clearing) continue;
      noteUntold(known, side, false);
      judged.confirmed.push({ ...identityOf(line, check, side), from: open.from });
    }
  }
}

export function isUntold(known: CheckState | undefined, side: AlarmSide): boolean {
  return known?.untold?.includes(side) ?? false;
}

export function noteUntold(known: CheckState, side: AlarmSide, yes: boolean): void {
  const others = (known.untold ?? []).filter((one) => one !== side);
  const untold = yes ? [...others, side] : others;
  if (untold.length > 0) known.untold = untold;
  else delete known.untold;
}

/** Open episodes as they are now, to store their progress. */
export function progressOf(line: Line, checks: readonly Check[]): EpisodeRecord[] {
  return openEpisodes(line.state).flatMap(({ key, episode }) => {
    const check = checks.find((one) => one.key === key);
    const known = line.state[key];
    if (!check || !known) return [];
    const whole = openEpisode(known.alarm, episode.side) ?? episode;
    const rule = check.rule(known.alarm.last ?? episode.from);
    const limit = rule[`${episode.side}_${episode.level}`];
    const shown = known.memory.shown ?? null;
    return [recordOf(line, check, whole, { limit, shown, held: shown })];
  });
}

export function identityOf({ site, data_type }: Line, check: Check, side: AlarmSide): Identity {
  const { site_id } = site;
  const { kind, fid: component_id } = check;
  return { site_id, kind, component_id, data_type, side: sideOf(check.key, side) };
}

/** Several rules may apply to one factor; what they measure tells their episodes apart. */
function sideOf(key: string, side: AlarmSide): string {
  const measure = /^(o3_8h|water_class)/.exec(key)?.[1];
  if (measure) return side === 'high' ? measure : `${measure}_low`;
  return key.startsWith('over_standard') ? side : '';
}

/** Drops states that no rule needs any more; returns the keys of those with an open episode. */
export function leaveUnasked(line: Line, asked: ReadonlySet<string>): string[] {
  const left = Object.keys(line.state).filter((key) => isOfRule(key) && !asked.has(key));
  const open = openEpisodes(line.state).filter(({ key }) => left.includes(key));
  for (const key of left) delete line.state[key];
  return open.map(({ key, episode }) => recordKey({ ...keyedBy(key, episode.side), from: episode.from }));
}

function isOfRule(key: string): boolean {
  return /^(over_standard|o3_8h|water_class)/.test(key);
}

/** The identity of an episode, from its key in the state. */
function keyedBy(key: string, side: AlarmSide): Pick<Identity, 'kind' | 'component_id' | 'side'> {
  const [kind = '', fid] = key.split(' ');
  return {
    kind: isOfRule(key) ? 'over_standard' : (kind as AlarmKind),
    component_id: fid === undefined ? null : Number(fid),
    side: sideOf(key, side),
  };
}

/** The reverse: the key of an episode in the state, and its side. */
export function stateKeyOf({
  kind,
  component_id,
  side,
}: Pick<Identity, 'kind' | 'component_id' | 'side'>): string {
  const measure = /^(o3_8h|water_class)/.exec(side)?.[1];
  return measure === 'water_class' ? measure : `${measure ?? kind} ${component_id}`;
}

export function stateSideOf({ side }: Pick<Identity, 'side'>): AlarmSide {
  return /(^|_)low$/.test(side) ? 'low' : 'high';
}

interface Figures {
  limit: number | null;
  shown: number | null;
  /** The last value that belongs to the episode. */
  held: number | null;
}

function recordOf(
  line: Line,
  check: Check,
  episode: AlarmEpisode,
  { limit, shown, held }: Figures,
): EpisodeRecord {
  const isLimit = check.kind === 'over_standard';
  return {
    ...identityOf(line, check, episode.side),
    level: episode.level,
    from: episode.from,
    raised: episode.raised,
    to: episode.to,
    end_reason: episode.to === null ? null : 'recovered',
    peak: isLimit ? episode.peak : held,
    last: shown,
    count: episode.n,
    limit: isLimit ? limit : null,
    rule_id: check.rule_id ?? null,
    rule_version: check.rule_version ?? null,
    details: check.kind === 'constant' ? { hours: Math.round(episode.peak) + 1 } : {},
    late: false,
    steps: [],
  };
}
