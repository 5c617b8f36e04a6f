import { type DataType, dataTypeOf } from '#protocol/commands.ts';
import type { Packet } from '#protocol/packet.ts';
import { type Reading, readReadings } from '#protocol/readings.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { atWallTime } from '#shared/domain/time.ts';
import type { KnownSite } from './directory.ts';

export interface Unmapped {
  wire_code: string;
  suffix: string;
  value: string;
}

export interface Mapped {
  row: ReadingRow | undefined;
  unmapped: Unmapped[];
  /** Why nothing of it counts as a measurement, beyond what the codec noted. */
  deviations: string[];
}

const MINUTE_MS = 60_000;
const FUTURE_MS = 10 * MINUTE_MS;
/** Length of a period, for devices that label it by its end. */
const PERIOD_MS: Record<DataType, number> = {
  realtime: 0,
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 1440 * MINUTE_MS,
};
/** Data this much older than its period's end was kept by the device and sent later. */
const LATE_MS: Record<DataType, number> = {
  realtime: 10 * MINUTE_MS,
  minute: 60 * MINUTE_MS,
  hour: 180 * MINUTE_MS,
  day: 2 * 1440 * MINUTE_MS,
};

/** A data packet as the row it is stored as: factors by number, values in their units, the period by its start. */
export function toRow(site: KnownSite, packet: Packet, receivedAt: Date): Mapped {
  const data_type = dataTypeOf(packet.cn);
  const { dataTime, readings } = readReadings(packet);
  if (!data_type || readings.length === 0) return { row: undefined, unmapped: [], deviations: [] };
  const labelled = parseDataTime(dataTime);
  if (!labelled) return { row: undefined, unmapped: [], deviations: ['no_data_time'] };
  const ts = site.agreement.label === 'end' ? new Date(labelled.getTime() - PERIOD_MS[data_type]) : labelled;
  // A dead clock shows as a time in the future or long before the station stood.
  if (ts.getTime() > receivedAt.getTime() + FUTURE_MS)
    return { row: undefined, unmapped: [], deviations: ['future_time'] };
  if (ts < (site.started_at ?? EPOCH)) return { row: undefined, unmapped: [], deviations: ['too_old'] };

  const values: (Reading & { fid: number })[] = [];
  const unmapped: Unmapped[] = [];
  for (const reading of readings) {
    const target = site.codes.get(reading.factor);
    if (target) values.push({ ...converted(reading, target, site.agreement.sentinels), fid: target.fid });
    else unmapped.push(described(reading));
  }
  if (values.length === 0) return { row: undefined, unmapped, deviations: [] };
  values.sort((a, b) => a.fid - b.fid);
  const late = receivedAt.getTime() - ts.getTime() - PERIOD_MS[data_type] > LATE_MS[data_type];
  const origin = packet.rf || late ? 's' : 'l';
  return {
    row: { site_id: site.site_id, data_type, ts, origin, ...columns(site, values) },
    unmapped,
    deviations: [],
  };
}

/** The national network did not exist before; devices with a dead clock say 1970 or 2000. */
const EPOCH = new Date('2001-01-01T00:00:00Z');

function parseDataTime(digits: string): Date | undefined {
  if (digits.length !== 14) return undefined;
  const part = (from: number, to: number) => Number(digits.slice(from, to));
  const wall = {
    year: part(0, 4),
    month: part(4, 6),
    day: part(6, 8),
    hour: part(8, 10),
    minute: part(10, 12),
    second: part(12, 14),
  };
  const inRange =
    wall.month >= 1 &&
    wall.month <= 12 &&
    wall.day >= 1 &&
    wall.day <= 31 &&
    wall.hour <= 24 &&
    wall.minute <= 59 &&
    wall.second <= 60;
  if (!inRange) return undefined;
  const at = atWallTime(wall);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

type Values = Pick<ReadingRow, 'fids' | 'avg' | 'min' | 'max' | 'cou' | 'zs' | 'raw' | 'flags'>;
type Statistic = 'rtd' | 'avg' | 'min' | 'max' | 'zsRtd' | 'zsAvg';
const STATISTICS: readonly Statistic[] = ['rtd', 'avg', 'min', 'max', 'zsRtd', 'zsAvg'];

function converted(
  reading: Reading,
  { scale, shift }: { scale: number; shift: number },
  sentinels: number[],
): Reading {
  const plain = scale === 1 && shift === 0 && sentinels.length === 0;
  if (plain) return reading;
  const result = { ...reading };
  for (const statistic of STATISTICS) {
    const value = reading[statistic];
    if (value === undefined || value === null) continue;
    result[statistic] = sentinels.includes(value) ? null : value * scale + shift;
  }
  return result;
}

function described(reading: Reading): Unmapped {
  const [suffix, value] = Object.entries(reading).find(
    ([key, one]) => key !== 'factor' && key !== 'flag' && one !== undefined,
  ) ?? ['', ''];
  return { wire_code: reading.factor, suffix, value: String(value) };
}

function columns(site: KnownSite, values: readonly (Reading & { fid: number })[]): Values {
  const measured = values.map(({ rtd, avg }) => avg ?? rtd ?? null);
  const corrections = values.map(({ fid }) => site.corrections.get(fid));
  const corrects = corrections.some((correction) => correction !== undefined);
  const apply = (value: number | null, i: number) => {
    const correction = corrections[i];
    return value === null || !correction ? value : correction.k * value + correction.b;
  };
  const column = (
    of: (reading: Reading) => number | null | undefined,
    change = (value: number | null, _i: number) => value,
  ) => {
    const list = values.map((reading, i) => change(of(reading) ?? null, i));
    return list.some((value) => value !== null) ? list : undefined;
  };
  const flags = values.map(({ flag }) => (flag === undefined || flag === 'N' ? '' : flag));
  return {
    fids: values.map(({ fid }) => fid),
    avg: measured.map(apply),
    min: column(({ min }) => min, apply),
    max: column(({ max }) => max, apply),
    cou: column(({ cou }) => cou),
    zs: column(({ zsAvg, zsRtd }) => zsAvg ?? zsRtd),
    raw: corrects ? measured : undefined,
    flags: flags.some((flag) => flag !== '') ? flags : undefined,
  };
}
