import {
  type FromBrowser,
  type FromServer,
  isWatched,
  type LiveEvent,
  livePath,
  type Watch,
} from '#shared/contract/live.ts';
import { CallError } from '#web/api/call-error.ts';
import { databaseFound, serverReached } from '#web/api/connection.ts';
import { deviceId } from '#web/api/device.ts';
import { onSession, userInfo } from '#web/api/session.ts';
import type { Reply } from '#web/api/wire.ts';
import { withSession } from '#web/api/with-session.ts';

/** Subscription of a part of the page. */
export interface Interest {
  watch: Watch;
  onEvents(events: LiveEvent[]): void;
  /** The connection was lost for too long to catch up: reload. */
  onMissed(): void;
}

export type LiveState = 'off' | 'connecting' | 'open';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
/** Time limit of the server's greeting. */
const WELCOME_MS = 10_000;

// The live socket of the tab: open while anybody subscribes; reconnects by itself and catches up on missed events.
const interests = new Set<Interest>();
const stateListeners = new Set<() => void>();
let state: LiveState = 'off';
let socket: WebSocket | undefined;
let retryMs = FIRST_RETRY_MS;
let retry: ReturnType<typeof setTimeout> | undefined;
let attempting = false;
let position: { epoch: string; seq: number } | undefined;

export function liveState(): LiveState {
  return state;
}

export function onLiveState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => {
    stateListeners.delete(listener);
  };
}

export function watchLive(interest: Interest): () => void {
  interests.add(interest);
  if (socket?.readyState === WebSocket.OPEN) tell({ type: 'watch', watch: union() });
  else connect();
  return () => {
    interests.delete(interest);
    if (interests.size === 0) disconnect();
    else tell({ type: 'watch', watch: union() });
  };
}

// Closed on sign-out; reconnected at once when the network returns.
onSession(() => {
  if (!userInfo()) disconnect();
});
globalThis.addEventListener?.('online', () => {
  if (interests.size > 0 && state !== 'open') connect();
});

/** The union of all subscriptions, which is sent to the server. */
function union(): Watch {
  const watches = [...interests].map(({ watch }) => watch);
  const topics = [...new Set(watches.flatMap((watch) => watch.topics))];
  if (watches.some(({ site_ids }) => site_ids === undefined)) return { topics };
  return { topics, site_ids: [...new Set(watches.flatMap(({ site_ids }) => site_ids ?? []))] };
}

function tell(message: FromBrowser): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function turn(to: LiveState): void {
  if (state === to) return;
  state = to;
  for (const listener of [...stateListeners]) listener();
}

function connect(): void {
  clearTimeout(retry);
  if (attempting || !userInfo()) return;
  attempting = true;
  turn('connecting');
  withSession('signed-in', open)
    .catch(() => comeBack())
    .finally(() => {
      attempting = false;
    });
}

function disconnect(): void {
  clearTimeout(retry);
  position = undefined;
  const leaving = socket;
  socket = undefined;
  turn('off');
  leaving?.close();
}

function comeBack(): void {
  clearTimeout(retry);
  if (interests.size === 0 || !userInfo()) {
    turn('off');
    return;
  }
  turn('connecting');
  // With jitter, so that not all browsers reconnect at once after a restart of the server.
  retry = setTimeout(connect, retryMs * (0.75 + Math.random() / 2));
  retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
}

/** One attempt: settles with the server's first message, as a call does with its answer. */
function open(token: string | undefined): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fresh = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${livePath}`,
    );
    const silent = setTimeout(() => fresh.close(), WELCOME_MS);
    fresh.addEventListener('open', () => {
      const hello: FromBrowser = {
        type: 'hello',
        access_token: token ?? '',
        imei: deviceId(),
        watch: union(),
        ...(position ? { resume: position } : {}),
      };
      fresh.send(JSON.stringify(hello));
    });
    fresh.addEventListener('message', ({ data }) => {
      clearTimeout(silent);
      const message = JSON.parse(String(data)) as FromServer;
      if (message.type === 'welcome') {
        welcome(fresh, message);
        resolve({ status: 200, envelope: { code: 0 } });
      } else if (message.type === 'events') heard(message);
      else if (message.type === 'database') {
        serverReached(true);
        databaseFound(message.database);
      } else resolve({ status: 200, envelope: { code: message.code, detail: message.detail } });
    });
    fresh.addEventListener('close', () => {
      clearTimeout(silent);
      reject(new CallError('network', 'live'));
      if (socket !== fresh) return;
      socket = undefined;
      comeBack();
    });
  });
}

function welcome(fresh: WebSocket, { epoch, seq, missed }: Extract<FromServer, { type: 'welcome' }>): void {
  if (interests.size === 0) {
    fresh.close();
    return;
  }
  socket = fresh;
  position = { epoch, seq };
  retryMs = FIRST_RETRY_MS;
  turn('open');
  // Subscriptions that were added during the greeting are sent now.
  tell({ type: 'watch', watch: union() });
  if (missed) for (const interest of [...interests]) interest.onMissed();
}

function heard({ seq, events }: Extract<FromServer, { type: 'events' }>): void {
  if (position) position = { ...position, seq };
  for (const { watch, onEvents } of [...interests]) {
    const wanted = events.filter((event) => isWatched(watch, event));
    if (wanted.length > 0) onEvents(wanted);
  }
}
