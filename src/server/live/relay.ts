import type { Logger } from 'pino';
import * as z from 'zod';
import type { App } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import { sql } from '#server/db/sql.ts';
import { type Repeated, repeat } from '#server/jobs/repeat.ts';
import { type LiveEvent, liveEvent } from '#shared/contract/live.ts';
import type { Hub } from './hub.ts';
import { SendQueue } from './send-queue.ts';

/** Events of this period are sent together; a value is still on screen well within a second. */
const EVERY_MS = 100;
/** PostgreSQL limits a notification to less than 8000 bytes. */
const MOST_BYTES = 7900;
const NOW_ON = '[]';

export interface Relay {
  /** To viewers at this server, and to servers with viewers; `make` is called only if there are any. */
  publish(make: () => readonly LiveEvent[]): void;
  stop(): Promise<void>;
}

/**
 * Passes events to viewers at other servers, as notifications of the database. A server without watched peers sends
 * nothing; while the database is slow, waiting events are merged as for a slow browser. Notifications are not kept:
 * after a gap viewers reload. A peer that has just become watched first gets `NOW_ON`, because its viewers may have
 * missed what was not sent to it before.
 */
export function startRelay(
  { pool, servers, log }: Pick<App, 'pool' | 'servers' | 'log'>,
  hub: Hub,
  changes: Changes,
): Relay {
  const queue = new SendQueue();
  const own = `${servers.process_id} `;
  changes.onLive((payload) => {
    if (payload.startsWith(own)) return;
    const text = payload.slice(own.length);
    if (text === NOW_ON) hub.missed();
    // Other servers of this database may have viewers.
    else if (hub.isWatched) hub.publish(eventsIn(text, log));
    else hub.skip();
  });
  changes.onChange((change) => {
    if (change === 'reconnected' && servers.peers.length > 0) hub.missed();
  });
  const watchedPeers = () =>
    servers.peers
      .filter(({ roles, watched }) => watched && roles.includes('api'))
      .map(({ process_id }) => process_id);
  let unsent: string[] = [];
  let served = new Set<string>();
  const send = async () => {
    const peers = watchedPeers();
    const isNew = peers.some((process_id) => !served.has(process_id));
    if (unsent.length === 0) unsent = noticesOf(queue.drain().events, MOST_BYTES - own.length);
    if (isNew) unsent.unshift(NOW_ON);
    served = new Set(peers);
    if (unsent.length === 0) return;
    await pool.run(sql`
      select pg_notify('live', ${own} || n.events)
        from (select events from unnest(${unsent}::text[]) with ordinality as u (events, place) order by place) n`);
    unsent = [];
  };
  const sending: Repeated = repeat(EVERY_MS, send, log, 'could not tell other servers what is new');
  return {
    publish: (make) => {
      const isWatchedElsewhere = watchedPeers().length > 0;
      const events = hub.isWatched || isWatchedElsewhere ? make() : [];
      if (hub.isWatched) hub.publish(events);
      else hub.skip();
      if (isWatchedElsewhere) for (const event of events) queue.add(event, 0);
    },
    stop: () => sending.stop(),
  };
}

/** A server of another version may send events that this one does not understand. */
function eventsIn(payload: string, log: Logger): LiveEvent[] {
  try {
    return z.array(liveEvent).parse(JSON.parse(payload));
  } catch (error) {
    log.warn({ err: error }, 'another server says what cannot be understood');
    return [];
  }
}

/** Lists of events as JSON, each within a number of bytes. */
export function noticesOf(events: readonly LiveEvent[], most: number): string[] {
  const notices: string[] = [];
  let texts: string[] = [];
  let bytes = 1;
  const close = () => {
    if (texts.length > 0) notices.push(`[${texts.join(',')}]`);
    texts = [];
    bytes = 1;
  };
  for (const event of events.flatMap((each) => partsOf(each, most - 2))) {
    const text = JSON.stringify(event);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > most) close();
    texts.push(text);
    bytes += size;
  }
  close();
  return notices;
}

/** A reading of very many factors is split into several of the same period, like a split packet. */
function partsOf(event: LiveEvent, most: number): LiveEvent[] {
  if (event.topic !== 'reading' || event.fids.length < 2) return [event];
  if (Buffer.byteLength(JSON.stringify(event)) <= most) return [event];
  const half = Math.ceil(event.fids.length / 2);
  const cut = (from: number, to?: number): LiveEvent => ({
    ...event,
    fids: event.fids.slice(from, to),
    values: event.values.slice(from, to),
    ...(event.flags && { flags: event.flags.slice(from, to) }),
  });
  return [...partsOf(cut(0, half), most), ...partsOf(cut(half), most)];
}
