import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** What is due and would be one message if it is many: alarms of one kind, factor and city. */
export interface DueGroup {
  event: string;
  kind: string;
  /** How many sites wait to be told of. */
  sites: number;
  /** How many came or went in the last minutes, with those that were told already. */
  recent: number;
  /** When the first and the last of them fell due, in milliseconds. */
  oldest: number;
  newest: number;
}

export interface Gathering {
  storm_count: number;
  storm_minutes: number;
  gather_seconds: number;
}

export function isStorm({ sites, recent }: DueGroup, { storm_count }: Gathering): boolean {
  return Math.max(sites, recent) >= storm_count;
}

/**
 * Whether a group is told now. A single alarm waits a few seconds for company. Where many of its kind come, in whatever
 * city, all wait until no more do, or for the length of the window. What follows a storm that was told waits that long.
 */
export function isReady(group: DueGroup, all: readonly DueGroup[], now: number, by: Gathering): boolean {
  if (now - group.oldest >= by.storm_minutes * MINUTE_MS) return true;
  const isFollowing = group.recent > group.sites;
  if (isStorm(group, by) && isFollowing) return false;
  const alike = all.filter(({ event, kind }) => event === group.event && kind === group.kind);
  const isMany = alike.reduce((sum, { sites }) => sum + sites, 0) >= by.storm_count;
  const since = isMany ? Math.max(...alike.map(({ newest }) => newest)) : group.oldest;
  return now - since >= by.gather_seconds * 1000;
}
