import { mean } from './statistics.ts';

/** A mean of hours, and whether it is based on enough of them. */
export interface Average {
  value: number | null;
  valid: boolean;
}

/** GB 3095: hours that a mean over 8 or 24 hours needs. */
export const neededHours = { 8: 6, 24: 20 } as const;

export type WindowHours = keyof typeof neededHours;

/** Hours in order; null without a valid value. */
export type Hours = readonly (number | null)[];

export function meanOfHours(hours: Hours, window: WindowHours): Average {
  const present = hours.filter((hour) => hour !== null);
  return { value: mean(present), valid: present.length >= neededHours[window] };
}

/** For each hour the mean of the 8 or 24 hours that end with it. */
export function slidingMeans(hours: Hours, window: WindowHours): Average[] {
  return hours.map((_, at) => meanOfHours(hours.slice(Math.max(0, at + 1 - window), at + 1), window));
}

/** The latest of these means. */
export function latestMean(hours: Hours, window: WindowHours): Average {
  return meanOfHours(hours.slice(-window), window);
}
