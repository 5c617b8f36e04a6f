import * as z from 'zod';
import { alarmFamilies } from '#shared/domain/alarm-kinds.ts';
import { commandKindNames } from '#shared/domain/command-kinds.ts';
import { commandStates } from '#shared/domain/command-run.ts';
import { alarmDid, alarmLevel } from './alarms/log.ts';
import type { DatabaseState } from './platform/platform-status.ts';

/**
 * Protocol of the live WebSocket. The browser authenticates and says what it watches; the server sends the changes.
 * Events are numbered, so that a browser receives those it missed after a reconnect.
 */
export const livePath = '/platform/live';

export const readingEvent = z.object({
  topic: z.literal('reading'),
  site_id: z.int(),
  data_type: z.enum(['realtime', 'minute', 'hour', 'day']),
  ts: z.string(),
  received_at: z.string(),
  /** Factors, values and flags ('' is N) as parallel arrays. */
  fids: z.array(z.int()),
  values: z.array(z.number().nullable()),
  flags: z.array(z.string()).optional(),
  /** Made by the platform for a site with virtual data, not sent by a device. */
  simulated: z.literal(true).optional(),
});

export const linkEvent = z.object({
  topic: z.literal('link'),
  site_id: z.int(),
  online: z.boolean(),
  changed_at: z.string(),
  last_packet_at: z.string().nullable(),
});

/** A day or month has changed because of late or corrected values. */
export const summedEvent = z.object({
  topic: z.literal('summed'),
  site_id: z.int(),
  level: z.enum(['day', 'month']),
  /** Its start. */
  ts: z.string(),
  /** For merged events: the start of the last one; `ts` is that of the first. */
  last: z.string().optional(),
});

/** A site was added, removed, renamed or moved: pages that show all sites must reload them. */
export const sitesEvent = z.object({ topic: z.literal('sites') });

/** A maintenance window was added, removed or changed. */
export const maintenanceEvent = z.object({ topic: z.literal('maintenance') });

/** A step of an alarm: it was raised, worsened, ended, or handled by somebody. */
export const alarmEvent = z.object({
  topic: z.literal('alarm'),
  /** Null: an alarm of the platform itself. */
  site_id: z.int().nullable(),
  alarm_id: z.int(),
  did: alarmDid,
  level: alarmLevel,
  family: z.enum(alarmFamilies),
  /** Caused by late values: not shown as new. */
  late: z.literal(true).optional(),
});

/** The state of a command has changed. Without an id: several were added or cancelled, reload them. */
export const commandEvent = z.object({
  topic: z.literal('command'),
  site_id: z.int().nullable(),
  command_id: z.int().nullable(),
  batch_id: z.int().nullable(),
  kind: z.enum(commandKindNames).nullable(),
  state: z.enum(commandStates).nullable(),
});

/** A work order or request has changed: pages that show them must reload them. */
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
/** Undefined: the event does not belong to a site. */
export const siteOf = (event: LiveEvent): number | undefined =>
  'site_id' in event ? (event.site_id ?? undefined) : undefined;
export type Topic = LiveEvent['topic'];

/** The events that a browser subscribes to; without `site_ids` for all sites that its user may see. */
export const watch = z.object({
  topics: z.array(
    z.enum(['reading', 'link', 'summed', 'sites', 'maintenance', 'alarm', 'command', 'orders']),
  ),
  site_ids: z.array(z.int()).max(1000).optional(),
});
export type Watch = z.output<typeof watch>;

/** Sent for all sites, whatever the page shows: the bell and the map need every alarm. */
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
    /** The last event of the previous connection. */
    resume: z.object({ epoch: z.string(), seq: z.int() }).optional(),
  }),
  z.object({ type: z.literal('watch'), watch }),
]);
export type FromBrowser = z.output<typeof fromBrowser>;

export type FromServer =
  /** `missed`: the missed events are no longer available; pages must reload their data. */
  | { type: 'welcome'; epoch: string; seq: number; missed: boolean }
  | { type: 'events'; seq: number; events: LiveEvent[] }
  /** State of the database. Pushed on changes, because calls may be queued in a browser with many open requests. */
  | { type: 'database'; database: DatabaseState }
  /** A result code of the spec; the socket is closed after it. */
  | { type: 'refused'; code: number; detail?: string };
