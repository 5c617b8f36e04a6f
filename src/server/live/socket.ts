import type { IncomingHttpHeaders } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import type { App, RequestOrigin, User } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import { authenticate, sessionEnded, sessionUser, setOf } from '#server/http/auth.ts';
import { visibleSites } from '#server/scope.ts';
import {
  type FromBrowser,
  type FromServer,
  fromBrowser,
  livePath,
  type Watch,
} from '#shared/contract/live.ts';
import type { DatabaseState } from '#shared/contract/platform/platform-status.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, faultInfo } from '#shared/faults.ts';
import { tellOfAlarms } from './alarm-events.ts';
import { tellOfCommands, tellOfOrders } from './command-changes.ts';
import type { Hub, Viewer } from './hub.ts';
import { tellOfLists } from './list-changes.ts';
import { SendQueue } from './send-queue.ts';

const HELLO_MS = 10_000;
/** Events of this period are sent together: a person sees no difference, and the browser paints once. */
const FLUSH_MS = 100;
/** A browser with this many unsent bytes has stopped reading; events are then merged. */
const MAX_UNSENT = 256 * 1024;
const PING_MS = 30_000;
const DATABASE_MS = 1000;
const MAX_MESSAGE = 64 * 1024;
/** Most messages of one connection that may wait for the one before. A page with many parts sends one for each. */
const MAX_WAITING = 500;

/** One browser's connection. Nothing is sent before it has authenticated. */
class Watcher implements Viewer {
  watch: Watch = { topics: [] };
  user: User | undefined;
  /** Undefined: all sites. */
  visible: ReadonlySet<number> | undefined = new Set();
  alive = true;
  private readonly queue = new SendQueue();
  private readonly socket: WebSocket;

  private readonly hub: Hub;

  constructor(socket: WebSocket, hub: Hub) {
    this.socket = socket;
    this.hub = hub;
  }

  readonly sees = (site_id: number): boolean => this.visible?.has(site_id) ?? true;

  readonly may = (needs: string): boolean => this.user !== undefined && may(this.user, needs);

  /** After a change of the visible sites, the page has to reload. */
  seeOnly(visible: ReadonlySet<number> | undefined, seq: number): void {
    const isSame = visible?.size === this.visible?.size && [...(visible ?? [])].every(this.sees);
    this.visible = visible;
    if (!isSame && this.watch.topics.includes('sites')) this.take({ topic: 'sites' }, seq);
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  take(...event: Parameters<SendQueue['add']>): void {
    this.queue.add(...event);
  }

  missed(): void {
    this.queue.drain();
    const { epoch, last: seq } = this.hub;
    this.send({ type: 'welcome', epoch, seq, missed: true });
  }

  flush(): void {
    if (this.queue.size === 0 || this.socket.bufferedAmount > MAX_UNSENT) return;
    this.send({ type: 'events', ...this.queue.drain() });
  }

  send(message: FromServer): void {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  refuse(fault: Fault): void {
    this.send({ type: 'refused', code: faultInfo(fault.fault).code, detail: fault.detail });
    this.socket.close();
  }

  /** A connection that does not answer a ping is gone, whatever the network says. */
  ping(): void {
    if (!this.alive) this.socket.terminate();
    else this.socket.ping();
    this.alive = false;
  }

  end(): void {
    this.socket.terminate();
  }
}

/** The live socket: authenticated, limited to the user's sites, and closed when the session ends. */
export async function serveLive(
  server: FastifyInstance,
  app: App,
  hub: Hub,
  changes: Changes,
  helloMs = HELLO_MS,
): Promise<void> {
  const watchers = new Set<Watcher>();
  await server.register(websocket, { options: { maxPayload: MAX_MESSAGE } });
  server.get(livePath, { websocket: true }, (socket, request) => {
    const watcher = new Watcher(socket, hub);
    watchers.add(watcher);
    const silent = setTimeout(() => watcher.end(), helloMs);
    const origin = socketOrigin(request.ip, request.headers, request.id);
    // One message after the other: the second must not overtake the first one's database query.
    let turn: Promise<void> = Promise.resolve();
    let waiting = 0;
    socket.on('message', (data) => {
      // Back-pressure: reading pauses while a message is handled. The number of messages read before is limited.
      waiting += 1;
      socket.pause();
      if (waiting > MAX_WAITING) return watcher.end();
      turn = turn.then(async () => {
        if (watcher.isOpen) {
          const message = parse(String(data));
          if (message) await receive(app, hub, watcher, message, origin);
          else watcher.end();
        }
        // Only authenticated connections may stay; a subscription before the greeting does not count.
        if (watcher.user) clearTimeout(silent);
        waiting -= 1;
        if (waiting === 0) socket.resume();
      });
    });
    socket.on('pong', () => {
      watcher.alive = true;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(silent);
      watchers.delete(watcher);
      hub.leave(watcher);
    });
  });

  const flushing = setInterval(() => {
    for (const watcher of watchers) watcher.flush();
  }, FLUSH_MS);
  const pinging = setInterval(() => {
    for (const watcher of watchers) watcher.ping();
  }, PING_MS);
  let told: DatabaseState = 'ok';
  const telling = setInterval(() => {
    const database = app.vitals.database();
    if (database === told) return;
    told = database;
    for (const watcher of watchers) if (watcher.user) watcher.send({ type: 'database', database });
  }, DATABASE_MS);
  changes.onChange((change) => {
    if (change !== 'access' && change !== 'reconnected') return;
    recheck(app, hub, watchers).catch((error) => app.log.warn({ err: error }, 'live'));
  });
  tellOfLists(app, hub, changes);
  tellOfCommands(hub, changes);
  tellOfOrders(hub, changes);
  tellOfAlarms(app, hub, changes);
  server.addHook('preClose', async () => {
    clearInterval(flushing);
    clearInterval(pinging);
    clearInterval(telling);
    for (const watcher of watchers) watcher.end();
  });
}

function socketOrigin(ip: string, headers: IncomingHttpHeaders, request_id: string): RequestOrigin {
  return {
    ip,
    imei: '',
    platform: 'Web',
    user_agent: headers['user-agent'] ?? '',
    request_id,
    call: livePath,
  };
}

function parse(text: string): FromBrowser | undefined {
  try {
    return fromBrowser.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function receive(
  app: App,
  hub: Hub,
  watcher: Watcher,
  message: FromBrowser,
  origin: RequestOrigin,
): Promise<void> {
  if (message.type === 'watch') {
    if (watcher.user) watcher.watch = message.watch;
    return;
  }
  try {
    const { access_token, imei } = message;
    watcher.user = await authenticate(app, { access_token }, { ...origin, imei });
    watcher.visible = await visibleSites(app.pool, watcher.user);
  } catch (error) {
    if (!(error instanceof Fault)) app.log.warn({ err: error }, 'live');
    watcher.refuse(error instanceof Fault ? error : new Fault('processing_failed'));
    return;
  }
  watcher.watch = message.watch;
  hub.leave(watcher);
  const { last: seq, epoch } = hub;
  const known = hub.join(watcher, message.resume);
  watcher.send({
    type: 'welcome',
    epoch,
    seq: message.resume && known ? message.resume.seq : seq,
    missed: !known,
  });
}

/** Rights have changed: users whose session ended are disconnected, the others see what they may see now. */
async function recheck(app: App, hub: Hub, watchers: ReadonlySet<Watcher>): Promise<void> {
  for (const watcher of watchers) {
    const { user } = watcher;
    if (!user) continue;
    const now = await sessionUser(app.pool, user.session_id);
    if (!now || now.revoked) watcher.refuse(sessionEnded(now?.revoked_for));
    else {
      watcher.user = { ...user, ...now, powers: setOf(now.powers) };
      watcher.seeOnly(await visibleSites(app.pool, now), hub.last);
    }
  }
}
