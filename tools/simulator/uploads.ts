import { cnOf } from '#protocol/commands.ts';
import type { Group } from '#protocol/payload.ts';
import { item, labelOf, periodGroups, splitGroups, stamp } from '#server/demo/upload.ts';
import type { ModelFactor } from '#server/model/factors.ts';
import { dayFrom, hourOf, hoursOf, instantAt, minuteOf, type Period } from '#server/model/readings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import type { Device } from './device.ts';
import type { KeptPeriod, Part } from './unsent.ts';

const SPLIT = 2;

/** Length of a period; that of minute data is a setting of the logger. */
export function lengthOf(type: KeptPeriod['type'], device: Device): number {
  return { minute: device.minuteInterval * MINUTE_MS, hour: HOUR_MS, day: DAY_MS }[type];
}

/** Rounded down to the second of its timestamp, so that requests within a second get the same values. */
export function realtimeParts(device: Device, now: number): Part[] {
  const at = Math.floor(now / 1000) * 1000;
  const instant = instantAt(device.site, at);
  if (!instant) return [];
  const readingFor = byCode(device, instant.values);
  const groups = device.site.factors.map((factor, i): Group => {
    const value = device.corrected(factor, instant.values[i] as number, readingFor);
    return [item(factor, 'Rtd', value), item(factor, 'Flag', flagOf(device, factor, instant.flags?.[i]))];
  });
  return split(device, cnOf.realtime, stamp(at), groups);
}

/** Uncorrected values by factor code. */
function byCode({ site }: Device, values: ArrayLike<number>) {
  return (code: string) => values[site.factors.findIndex((factor) => factor.code === code)];
}

export function periodParts(device: Device, { type, start }: KeptPeriod): Part[] {
  const period = periodOf(device, type, start);
  if (!period) return [];
  const readingFor = byCode(device, period.avg);
  const groups = periodGroups(device.site, period, {
    valueFor: (factor, value) => device.corrected(factor, value, readingFor),
    flagOf: (factor, flag) => flagOf(device, factor, flag),
  });
  return split(device, cnOf[type], labelOf(device.site, start, lengthOf(type, device)), groups);
}

function periodOf(device: Device, type: KeptPeriod['type'], start: number): Period | undefined {
  const { site } = device;
  if (type === 'minute') return minuteOf(site, start, device.minuteInterval);
  return type === 'hour' ? hourOf(site, start) : dayFrom(site, hoursOf(site, start));
}

function flagOf(device: Device, { code }: ModelFactor, flag: string | undefined): string {
  return device.calibrating.has(code) ? 'C' : flag || 'N';
}

function split(device: Device, cn: string, dataTime: string, groups: readonly Group[]): Part[] {
  const parts = splitGroups(dataTime, groups, device.maxCp);
  if (parts.length === 1) return parts.map((cp) => device.packet(cn, cp));
  return parts.map((cp, i) => ({
    ...device.packet(cn, cp),
    flag: device.flag | SPLIT,
    pnum: parts.length,
    pno: i + 1,
  }));
}

/** 2021 or 2041: the state of the station's one facility, or its operating hours of a day. */
export function facilityPart(device: Device, cn: '2021' | '2041', at: number): Part {
  const value: Group =
    cn === '2021' ? [{ name: 'SB001-RS', value: '1' }] : [{ name: 'SB001-RT', value: '24.00' }];
  return device.packet(cn, [[{ name: 'DataTime', value: stamp(at) }], value]);
}

/** 2081: the logger has started. */
export function restartPart(device: Device, at: number): Part {
  return device.packet('2081', [
    [{ name: 'DataTime', value: stamp(at) }],
    [{ name: 'RestartTime', value: stamp(at) }],
  ]);
}

/** 3020: the value of an information code, of an instrument or of the logger. */
export function informationPart(
  device: Device,
  at: number,
  polId: string,
  code: string,
  value: string,
): Part {
  return device.packet('3020', informationGroups(at, polId, code, value));
}

export function informationGroups(at: number, polId: string, code: string, value: string): Group[] {
  return [
    [{ name: 'DataTime', value: stamp(at) }],
    ...(polId ? [[{ name: 'PolId', value: polId }]] : []),
    [{ name: `${code}-Info`, value }],
  ];
}
