import { cnOf, type DataType, dataTypeOf } from '#protocol/commands.ts';
import type { Packet } from '#protocol/packet.ts';
import { hasValue, isAmbient2005, numberIn, type Reading, readReadings } from '#protocol/readings.ts';
import { ambientFlags2005 } from '#protocol/tables.ts';
import { readTime } from '#protocol/time.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { correctionsAt } from '#shared/domain/correction-versions.ts';
import { type Corrections, correctedValues } from '#shared/domain/interference.ts';
import type { Kb } from '#shared/domain/kb.ts';
import { atWallTime } from '#shared/domain/time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import type { CodeTarget, KnownSite } from './directory.ts';

export interface Unmapped {
  wire_code: string;
  suffix: string;
  value: string;
}

export interface Mapped {
  row: ReadingRow | undefined;
  unmapped: Unmapped[];
  /** Deviations of its items and, if nothing was accepted, the reason. */
  deviations: readonly string[];
  /** Set if its time is the only thing wrong, and close enough to be corrected. */
  refused?: RefusedTime | undefined;
}

/** An impossible time, and what kind of period it was sent for. */
export interface RefusedTime {
  reason: 'future_time' | 'too_old';
  data_type: DataType;
  ts: Date;
}

/** Largest tolerated lead of a device clock. */
export const FUTURE_MS = 10 * MINUTE_MS;
/** Nominal length of a period; a logger may be set to longer minutes. */
export const PERIOD_MS: Record<DataType, number> = {
  realtime: 0,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};
const FURNACE_MINUTES = 5;
/** Data this much older than the end of its period counts as resupplied: the device kept it and sent it later. */
const LATE_MS: Record<DataType, number> = {
  realtime: 10 * MINUTE_MS,
  minute: HOUR_MS,
  hour: 3 * HOUR_MS,
  day: 2 * DAY_MS,
};

/** A reading; if it was corrected, with its original value. */
export interface Given extends Reading {
  raw?: number | null;
}

/** The values of a site for one period, whatever the transport. */
export interface Measured {
  data_type: DataType;
  /** The start of the period. */
  ts: Date;
  /** The system code (ST): some codes have another unit at a stack. */
  st: string;
  readings: readonly Given[];
  /** Whether its flags are those of ambient stations before 2017. */
  hasOldFlags?: boolean;
  /** Whether the sender marks it as resupplied. */
  isLate?: boolean;
}

/**
 * Turns a data packet into the row that is stored: factors by number, values in their units, the period by its start.
 * `shiftMs` corrects the device clock.
 */
export function toRow(site: KnownSite, packet: Packet, receivedAt: Date, shiftMs = 0): Mapped {
  const data_type = dataTypeOf(packet.cn);
  const { dataTime, readings, others, deviations } = readReadings(packet);
  const nothing = (...reason: string[]): Mapped => ({
    row: undefined,
    unmapped: [],
    deviations: [...new Set([...deviations, ...reason])],
  });
  const unmapped: Unmapped[] = [];
  const plain = data_type ? plainReadings(site, others, unmapped) : [];
  readings.push(...plain);
  const isNoNumber = plain.some(({ rtd }) => rtd === null) && !deviations.includes('not_a_number');
  if (isNoNumber) deviations.push('not_a_number');
  if (!data_type || readings.length === 0) return nothing();
  const said = parseDataTime(dataTime);
  const labelled = said && shifted(data_type, said, shiftMs);
  if (!labelled) return nothing(deviations.includes('odd_data_time') ? 'odd_data_time' : 'no_data_time');
  const ts = startOf(site, packet.cn, data_type, labelled);
  const { st, rf } = packet;
  const hasOldFlags = isAmbient2005(st, packet.flag);
  const measured = { data_type, ts, st, readings, hasOldFlags, isLate: rf };
  const mapped = measuredRow(site, measured, receivedAt, unmapped);
  const odd = isOffPeriod(packet.cn, labelled) ? [...mapped.deviations, 'off_period'] : mapped.deviations;
  return {
    row: mapped.row,
    unmapped: mapped.unmapped,
    deviations: odd.length > 0 ? [...new Set([...deviations, ...odd])] : deviations,
    refused: mapped.refused,
  };
}

/**
 * Corrects a time by an error of the device clock. Minutes, hours and days are rounded to the nearest whole one, so
 * that periods stay aligned to the clock.
 */
export function shifted(data_type: DataType, time: Date, shiftMs: number): Date {
  if (shiftMs === 0) return time;
  const at = time.getTime() + shiftMs;
  if (data_type === 'realtime') return new Date(at);
  const middle = new Date(at + PERIOD_MS[data_type] / 2);
  if (data_type !== 'minute') return bucketOf(data_type, middle);
  return new Date(Math.floor(middle.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** The level of a period that is aligned to the clock; a single noise measurement is not. */
function levelOf(cn: string): 'hour' | 'day' | undefined {
  return cn === cnOf.hour ? 'hour' : cn === cnOf.day ? 'day' : undefined;
}

function isOffPeriod(cn: string, labelled: Date): boolean {
  const level = levelOf(cn);
  return level !== undefined && bucketOf(level, labelled).getTime() !== labelled.getTime();
}

/** The start of the period that a label means. A label of 23:59:59 means the day that contains that second. */
function startOf(site: KnownSite, cn: string, data_type: DataType, labelled: Date): Date {
  if (site.agreement.label === 'start') return labelled;
  const length = periodMs(site, cn, data_type);
  const level = levelOf(cn);
  if (level && isOffPeriod(cn, labelled)) return bucketOf(level, new Date(labelled.getTime() - length / 2));
  return new Date(labelled.getTime() - length);
}

/**
 * The standard reports furnace temperatures for five minutes; the length of other minute periods is set in the
 * protocol.
 */
function periodMs({ agreement }: KnownSite, cn: string, data_type: DataType): number {
  if (data_type !== 'minute') return PERIOD_MS[data_type];
  return (cn === '2111' ? FURNACE_MINUTES : agreement.minute_step) * MINUTE_MS;
}

/** The rules for every value, whatever the transport. Codes without a factor are added to `unmapped`. */
export function measuredRow(
  site: KnownSite,
  measured: Measured,
  receivedAt: Date,
  unmapped: Unmapped[] = [],
): Mapped {
  const { data_type, ts } = measured;
  const refused = (reason: RefusedTime['reason']): Mapped => ({
    row: undefined,
    unmapped: [],
    deviations: [reason],
    refused: ts >= HOLDABLE_FROM && ts < HOLDABLE_TO ? { reason, data_type, ts } : undefined,
  });
  // A dead clock shows as a time in the future, or long before the station existed.
  if (ts.getTime() > receivedAt.getTime() + FUTURE_MS) return refused('future_time');
  if (ts < (site.started_at ?? EPOCH)) return refused('too_old');
  const { values, odd } = columns(site, measured, unmapped);
  const { fids, avg, min, max, cou, zs, raw, flags } = values;
  if (fids.length === 0) return { row: undefined, unmapped, deviations: [] };
  const late = receivedAt.getTime() - ts.getTime() - PERIOD_MS[data_type] > LATE_MS[data_type];
  const origin = measured.isLate || late ? 's' : 'l';
  const { site_id } = site;
  const row: ReadingRow = { site_id, data_type, ts, fids, avg, min, max, cou, zs, raw, flags, origin };
  return { row, unmapped, deviations: odd };
}

/** The national network did not exist before. Devices with a dead clock send 1970 or 2000. */
export const EPOCH = new Date('2001-01-01T00:00:00Z');

/** Outside these years only the frame is kept: pages and columns cannot show such times. */
const HOLDABLE_FROM = new Date('1900-01-01T00:00:00Z');
const HOLDABLE_TO = new Date('9999-12-31T00:00:00Z');

/** Parses fourteen digits of the network's local time; undefined for a date that does not exist. */
export function parseDataTime(digits: string): Date | undefined {
  const wall = readTime(digits);
  return wall && atWallTime(wall);
}

/** Items without a suffix: values if the protocol maps them (`lng=119.9`), otherwise listed as unmapped. */
function plainReadings(
  { codes }: KnownSite,
  items: readonly { name: string; value: string }[],
  unmapped: Unmapped[],
): Reading[] {
  return items.flatMap(({ name, value }) => {
    if (codes.has(name)) return [{ factor: name, rtd: numberIn(value) }];
    unmapped.push({ wire_code: name, suffix: '', value });
    return [];
  });
}

type Values = Pick<ReadingRow, 'fids' | 'avg' | 'min' | 'max' | 'cou' | 'zs' | 'raw' | 'flags'>;

/** For ambient air, `-Cou` is a sum of samples, not an emission load; nobody uses it. */
const AMBIENT_AIR = '22';
/** Stacks and their processes. */
const STACKS = new Set(['31', '51']);

/** The factors as the parallel columns of a row, ordered by number. Hot path: plain loops, no object per value. */
function columns(
  site: KnownSite,
  { data_type, ts, st, readings, hasOldFlags }: Measured,
  unmapped: Unmapped[],
): { values: Values; odd: string[] } {
  const { codes, corrections } = site;
  const holding = corrections.size > 0 ? correctionsAt(corrections, ts.getTime()) : undefined;
  const { sentinels } = site.agreement;
  const isStack = STACKS.has(st);
  const isRealtime = data_type === 'realtime';
  const mapped: { reading: Given; target: CodeTarget }[] = [];
  for (const reading of readings) {
    const target = codes.get(reading.factor);
    if (!target) unmapped.push(...described(reading));
    // A flag alone is kept only if it reports a problem.
    else if (hasValue(reading) || (reading.flag && reading.flag !== 'N')) mapped.push({ reading, target });
    // Values under an unknown suffix are listed as unmapped.
    if (reading.extra) unmapped.push(...extras(reading));
  }
  mapped.sort(
    (a, b) => a.target.fid - b.target.fid || Number(isBlank(a.reading)) - Number(isBlank(b.reading)),
  );
  const fids: number[] = [];
  const [avg, min, max, cou, zs, raw] = [column(), column(), column(), column(), column(), column()];
  const flags: string[] = [];
  let hasRaw = false;
  let isGiven = false;
  let isRepeated = false;
  for (const { reading, target } of mapped) {
    // Two codes of one factor in one packet: both have the same value, or one of them has none.
    if (fids.at(-1) === target.fid) {
      isRepeated = true;
      continue;
    }
    const { rtd } = reading;
    const { shift, stackScale } = target;
    const scale = (isStack && stackScale) || target.scale;
    const sent = isRealtime ? (rtd ?? reading.avg) : (reading.avg ?? rtd);
    const measured = inUnit(sent, scale, shift, sentinels);
    const isCorrected = reading.raw !== undefined;
    const correction = holding && !isCorrected ? holding.kb.get(target.fid) : undefined;
    isGiven ||= isCorrected;
    fids.push(target.fid);
    add(avg, corrected(measured, correction));
    add(min, corrected(inUnit(reading.min, scale, shift, sentinels), correction));
    add(max, corrected(inUnit(reading.max, scale, shift, sentinels), correction));
    add(cou, st === AMBIENT_AIR ? null : (reading.cou ?? null));
    add(zs, inUnit(reading.zsAvg ?? reading.zsRtd, scale, shift, sentinels));
    add(raw, isCorrected ? inUnit(reading.raw, scale, shift, sentinels) : measured);
    hasRaw ||= isCorrected || correction !== undefined;
    const isNormal = reading.flag === 'N' || (hasOldFlags && ambientFlags2005[reading.flag ?? ''] === true);
    flags.push(isNormal ? '' : (reading.flag ?? ''));
  }
  if (holding && holding.matrix.length > 0 && !isGiven)
    hasRaw = takeOutOthers(fids, raw, [avg, min, max], holding) || hasRaw;
  return {
    values: {
      fids,
      avg: avg.values,
      min: filled(min),
      max: filled(max),
      cou: filled(cou),
      zs: filled(zs),
      raw: hasRaw ? filled(raw) : undefined,
      flags: flags.some((flag) => flag !== '') ? flags : undefined,
    },
    odd: [
      ...([avg, min, max, cou, zs].some(({ beyond }) => beyond) ? ['out_of_range'] : []),
      ...(isRepeated ? ['repeated_factor'] : []),
    ],
  };
}

function isBlank({ rtd, avg }: Reading): boolean {
  return (rtd ?? avg ?? null) === null;
}

interface Column {
  values: (number | null)[];
  /** Whether it has any value; an empty column is not stored. */
  some: boolean;
  /** Whether a value was too large to store. */
  beyond: boolean;
}

/** Limit of single precision; no measurement comes near it. */
const LARGEST = 3e38;
const SMALLEST = 1.2e-38;

function column(): Column {
  return { values: [], some: false, beyond: false };
}

function add(to: Column, value: number | null): void {
  if (value === null || Math.abs(value) > LARGEST) {
    to.values.push(null);
    if (value !== null) to.beyond = true;
    return;
  }
  to.values.push(Math.abs(value) < SMALLEST ? 0 : value);
  to.some = true;
}

function filled({ values, some }: Column): (number | null)[] | undefined {
  return some ? values : undefined;
}

/** In the factor's unit; null for an absent value or a no-data value. */
function inUnit(
  value: number | null | undefined,
  scale: number,
  shift: number,
  sentinels: readonly number[],
): number | null {
  if (value === undefined || value === null) return null;
  if (sentinels.length > 0 && sentinels.includes(value)) return null;
  return scale === 1 && shift === 0 ? value : value * scale + shift;
}

/** Subtracts the interference of other factors from a value and its extremes; returns whether there was any. */
function takeOutOthers(
  fids: readonly number[],
  raw: Column,
  parts: readonly Column[],
  holding: Corrections,
): boolean {
  const [avg] = parts;
  let isChanged = false;
  for (const [i, value] of correctedValues(fids, raw.values, holding).entries()) {
    const shift = (value ?? 0) - (avg?.values[i] ?? 0);
    if (value === null || shift === 0) continue;
    isChanged = true;
    for (const { values } of parts) {
      const part = values[i] ?? null;
      if (part !== null) values[i] = part + shift;
    }
  }
  return isChanged;
}

function corrected(value: number | null, correction: Kb | undefined): number | null {
  return value === null || !correction ? value : correction.k * value + correction.b;
}

/** A code without a factor, with its first value; its unknown suffixes are listed beside it. */
function described({ factor, flag, extra, ...values }: Reading): Unmapped[] {
  const first = Object.entries(values).find(([, value]) => value !== undefined);
  if (first) return [{ wire_code: factor, suffix: first[0], value: String(first[1]) }];
  return extra ? [] : [{ wire_code: factor, suffix: 'flag', value: flag ?? '' }];
}

function extras({ factor, extra = {} }: Reading): Unmapped[] {
  return Object.entries(extra).map(([suffix, value]) => ({ wire_code: factor, suffix, value }));
}
