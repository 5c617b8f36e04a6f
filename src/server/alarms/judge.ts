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

/** The values of one type of a site, and what they have come to so far. */
export interface Line {
  site: AlarmSite;
  data_type: DataType;
  state: SiteState;
}

/** What judging rows came to. */
export interface Judged {
  /** Episodes that were opened, changed or closed, by `recordKey`. */
  records: Map<string, EpisodeRecord>;
  /** Open ones that people are to be told of after all. */
  confirmed: (Identity & { from: number })[];
  /** Before a row of this time it was said to be enough. */
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
 * Takes rows of a site in the order of time. `isFresh` says of a row whether people may still be told of what it does;
 * `isEnough` is asked before each whether it and those after it need not be taken.
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
  const known = line.state[check.key];
  const record = recordOf(line, check, episode, limit, shown);
  const key = recordKey(record);
  const wasUntold = isUntold(known, episode.side);
  if (did === 'raised' && known && !fresh) noteUntold(known, episode.side, true);
  if (did === 'cleared' && known) noteUntold(known, episode.side, false);
  // Of what nobody was told, nobody is told that it is over.
  const tell = fresh && !(did === 'cleared' && wasUntold);
  const before = judged.records.get(key);
  const steps: EpisodeStep[] = [
    ...(before?.steps ?? []),
    { did: did === 'cleared' ? 'recovered' : did, level: episode.level, tell },
  ];
  judged.records.set(key, { ...record, limit: limit ?? before?.limit ?? null, steps });
}

/** What was raised by values of long ago and is still so, as this row says. */
function confirm(judged: Judged, line: Line, checks: readonly Check[], { at }: SiteRow): void {
  for (const check of checks) {
    const known = line.state[check.key];
    // A row in which the factor does not count says nothing of it.
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

/** Open episodes as they stand, to write down how far they have gone. */
export function progressOf(line: Line, checks: readonly Check[]): EpisodeRecord[] {
  return openEpisodes(line.state).flatMap(({ key, episode }) => {
    const check = checks.find((one) => one.key === key);
    const known = line.state[key];
    if (!check || !known) return [];
    const whole = openEpisode(known.alarm, episode.side) ?? episode;
    const rule = check.rule(known.alarm.last ?? episode.from);
    const limit = rule[`${episode.side}_${episode.level}`];
    return [recordOf(line, check, whole, limit, known.memory.shown ?? null)];
  });
}

export function identityOf({ site, data_type }: Line, check: Check, side: AlarmSide): Identity {
  const { site_id } = site;
  const { kind, fid: component_id } = check;
  return { site_id, kind, component_id, data_type, side: sideOf(check.key, side) };
}

/** Two rules may be on one factor: what else than the value they are on tells their episodes apart. */
function sideOf(key: string, side: AlarmSide): string {
  const measure = /^(o3_8h|water_class)/.exec(key)?.[1];
  if (measure) return side === 'high' ? measure : `${measure}_low`;
  return key.startsWith('over_standard') ? side : '';
}

/** Forgets what no standard asks for any more; returns the keys of the records that were open. */
export function leaveUnasked(line: Line, asked: ReadonlySet<string>): string[] {
  const left = Object.keys(line.state).filter((key) => isOfRule(key) && !asked.has(key));
  const open = openEpisodes(line.state).filter(({ key }) => left.includes(key));
  for (const key of left) delete line.state[key];
  return open.map(({ key, episode }) => recordKey({ ...keyedBy(key, episode.side), from: episode.from }));
}

function isOfRule(key: string): boolean {
  return /^(over_standard|o3_8h|water_class)/.test(key);
}

/** What an episode is known by, of where the state of a site keeps it. */
function keyedBy(key: string, side: AlarmSide): Pick<Identity, 'kind' | 'component_id' | 'side'> {
  const [kind = '', fid] = key.split(' ');
  return {
    kind: isOfRule(key) ? 'over_standard' : (kind as AlarmKind),
    component_id: fid === undefined ? null : Number(fid),
    side: sideOf(key, side),
  };
}

/** The other way round: where the state of a site keeps an episode, and on which side. */
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

function recordOf(
  line: Line,
  check: Check,
  episode: AlarmEpisode,
  limit: number | null,
  shown: number | null,
): EpisodeRecord {
  const isLimit = check.kind === 'over_standard';
  return {
    ...identityOf(line, check, episode.side),
    level: episode.level,
    from: episode.from,
    raised: episode.raised,
    to: episode.to,
    end_reason: episode.to === null ? null : 'recovered',
    peak: isLimit ? episode.peak : shown,
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
