import * as z from 'zod';
import { alarmFamilies } from '#shared/domain/alarm-kinds.ts';
import { commandKindNames } from '#shared/domain/command-kinds.ts';
import { commandStates } from '#shared/domain/command-run.ts';
import { alarmDid, alarmLevel } from './alarms/log.ts';
import type { DatabaseState } from './platform/platform-status.ts';

/**
 * What travels over the one live socket. The browser says who it is and what it watches; the server sends what
 * changes there. Events bear numbers, so that a browser that lost its connection gets what it missed.
 */
export const livePath = '/platform/live';

export const readingEvent = z.object({
  topic: z.literal('reading'),
  site_id: z.int(),
  data_type: z.enum(['realtime', 'minute', 'hour', 'day']),
  ts: z.string(),
  received_at: z.string(),
  /** Factors, their values and their flags ('' is N), side by side. */
  fids: z.array(z.int()),
  values: z.array(z.number().nullable()),
  flags: z.array(z.string()).optional(),
  /** Made by the platform for a site with virtual data: its device said nothing. */
  simulated: z.literal(true).optional(),
});

export const linkEvent = z.object({
  topic: z.literal('link'),
  site_id: z.int(),
  online: z.boolean(),
  changed_at: z.string(),
  last_packet_at: z.string().nullable(),
});

/** A day or month says something else than before: late or corrected values came. */
export const summedEvent = z.object({
  topic: z.literal('summed'),
  site_id: z.int(),
  level: z.enum(['day', 'month']),
  /** Its start. */
  ts: z.string(),
  /** Where several were put together: the start of the last of them, `ts` being that of the first. */
  last: z.string().optional(),
});

/** One came or went, or has another name or place: whoever shows all of them asks anew. */
export const sitesEvent = z.object({ topic: z.literal('sites') });

/** A maintenance window came or went, or has another time. */
export const maintenanceEvent = z.object({ topic: z.literal('maintenance') });

/** A step of an alarm: it was raised, became worse, ended, or somebody did something about it. */
export const alarmEvent = z.object({
  topic: z.literal('alarm'),
  /** Null: of the platform itself. */
  site_id: z.int().nullable(),
  alarm_id: z.int(),
  did: alarmDid,
  level: alarmLevel,
  family: z.enum(alarmFamilies),
  /** Late values tell of it: it is no news. */
  late: z.literal(true).optional(),
});

/** A command stands elsewhere than before. Without a number: some were added or called off, ask anew. */
export const commandEvent = z.object({
  topic: z.literal('command'),
  site_id: z.int().nullable(),
  command_id: z.int().nullable(),
  batch_id: z.int().nullable(),
  kind: z.enum(commandKindNames).nullable(),
  state: z.enum(commandStates).nullable(),
});

/** Some work order or request is not what it was: whoever shows them asks anew. */
export const ordersEvent = z.object({ topic: z.literal('orders') });

export const liveEvent = z.discriminatedUnion('topic', [
  readingEvent,
  linkEvent,
  summedEvent,
  sitesEvent,
  maintenanceEvent,
  alarmEvent,
  commandEvent,
  ordersEvent,
]);
export type ReadingEvent = z.output<typeof readingEvent>;
export type SummedEvent = z.output<typeof summedEvent>;
export type LinkEvent = z.output<typeof linkEvent>;
export type AlarmEvent = z.output<typeof alarmEvent>;
export type CommandEvent = z.output<typeof commandEvent>;
export type LiveEvent = z.output<typeof liveEvent>;
/** Undefined: of no site in particular. */
export const siteOf = (event: LiveEvent): number | undefined =>
  'site_id' in event ? (event.site_id ?? undefined) : undefined;
export type Topic = LiveEvent['topic'];

/** Which events a browser wants; without `site_ids` those of all sites that its user may see. */
export const watch = z.object({
  topics: z.array(
    z.enum(['reading', 'link', 'summed', 'sites', 'maintenance', 'alarm', 'command', 'orders']),
  ),
  site_ids: z.array(z.int()).max(1000).optional(),
});
export type Watch = z.output<typeof watch>;

/** Told of all sites, whichever a page looks at: the bell and the map hear of every alarm. */
const ofAllSites: ReadonlySet<Topic> = new Set<Topic>(['sites', 'maintenance', 'alarm', 'orders']);

export function isWatched({ topics, site_ids }: Watch, event: LiveEvent): boolean {
  if (!(topics as readonly Topic[]).includes(event.topic)) return false;
  const site_id = siteOf(event);
  return ofAllSites.has(event.topic) || site_id === undefined || (site_ids?.includes(site_id) ?? true);
}

export const fromBrowser = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    access_token: z.string(),
    imei: z.string(),
    watch,
    /** Where the last connection ended. */
    resume: z.object({ epoch: z.string(), seq: z.int() }).optional(),
  }),
  z.object({ type: z.literal('watch'), watch }),
]);
export type FromBrowser = z.output<typeof fromBrowser>;

export type FromServer =
  /** `missed`: what happened meanwhile is no longer known; whoever shows something must ask anew. */
  | { type: 'welcome'; epoch: string; seq: number; missed: boolean }
  | { type: 'events'; seq: number; events: LiveEvent[] }
  /** How the database is: told when it changes, for a call that asks may not get out of a browser full of others. */
  | { type: 'database'; database: DatabaseState }
  /** A result code of the spec, in place of an answer; the socket is closed after it. */
  | { type: 'refused'; code: number; detail?: string };
