import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** Due notifications that are combined into one message if there are many: alarms of one kind, factor and city. */
export interface DueGroup {
  event: string;
  kind: string;
  /** Number of sites that wait to be notified. */
  sites: number;
  /** Number of sites with an alarm or recovery in the last minutes, including those notified already. */
  recent: number;
  /** When the first and the last fell due, in milliseconds. */
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
 * Whether a group is sent now. A single alarm waits a few seconds for more. If there are many of its kind, in any city,
 * all wait until no more arrive or the window ends. Alarms after a storm message wait for a whole window.
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
