import type { Group } from '#protocol/payload.ts';
import type { ModelFactor } from '#server/model/factors.ts';
import type { Period } from '#server/model/readings.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { DemoSite } from './sites.ts';

/**
 * The network's UTC offset. This file encodes packets of the demo's stations, for the simulator and for the history.
 */
const ZONE_MS = 8 * HOUR_MS;

/**
 * The standard allows 950 characters between the `&&` and 1024 for the whole segment, including a split packet's
 * header.
 */
export const MAX_CP = 920;

/** 14 digits of the network's wall time. */
export function stamp(ms: number): string {
  return digits(ms).slice(0, 14);
}

/** 17 digits, with milliseconds: the format of a QN. */
export function digits(ms: number): string {
  return new Date(ms + ZONE_MS).toISOString().replace(/\D/g, '');
}

/** The label of a period. */
export function labelOf(site: DemoSite, start: number, length: number): string {
  return stamp(site.label === 'end' ? start + length : start);
}

export function item({ code }: ModelFactor, suffix: string, value: number | string): Group[number] {
  return { name: `${code}-${suffix}`, value: String(value) };
}

interface Written {
  valueFor(factor: ModelFactor, value: number): number;
  flagOf(factor: ModelFactor, flag: string | undefined): string;
}

/** Minimum, mean, maximum and flag of each factor. */
export function periodGroups({ factors }: DemoSite, period: Period, { valueFor, flagOf }: Written): Group[] {
  return factors.map((factor, i) => [
    item(factor, 'Min', valueFor(factor, period.min[i] as number)),
    item(factor, 'Avg', valueFor(factor, period.avg[i] as number)),
    item(factor, 'Max', valueFor(factor, period.max[i] as number)),
    item(factor, 'Flag', flagOf(factor, period.flags?.[i])),
  ]);
}

/** The groups of one packet, or of several if it is too long: split between factors, each part with the time. */
export function splitGroups(dataTime: string, groups: readonly Group[], maxCp = MAX_CP): Group[][] {
  const time: Group = [{ name: 'DataTime', value: dataTime }];
  const sizeOf = (group: Group) =>
    group.reduce((sum, { name, value }) => sum + name.length + value.length + 2, 0);
  const parts: Group[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    if (size + sizeOf(group) > maxCp) {
      parts.push([time]);
      size = sizeOf(time);
    }
    parts.at(-1)?.push(group);
    size += sizeOf(group);
  }
  return parts;
}
