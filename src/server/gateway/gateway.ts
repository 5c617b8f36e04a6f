import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import { storeBeside } from '#server/ingest/beside.ts';
import { Directory, type KnownSite } from '#server/ingest/directory.ts';
import { Lanes } from '#server/ingest/lanes.ts';
import { Notes } from '#server/ingest/notes.ts';
import type { PipelineParts } from '#server/ingest/pipeline.ts';
import type { Arrival, Load } from '#server/ingest/writer.ts';
import { decryptPassword } from '#server/settings/device-passwords.ts';
import { Exchanges } from './exchanges.ts';
import { keepDirectory } from './keep-directory.ts';
import { type Link, Links } from './links.ts';
import { type Listener, listen } from './listener.ts';
import { Nuisances } from './nuisances.ts';
import { OddFrames } from './odd-frames.ts';
import type { GatewayContext } from './session.ts';
import { Sessions } from './sessions.ts';
import { Turns } from './turns.ts';

/** What JSON intake (MQTT, HTTP) and TCP share. */
export interface Intake extends PipelineParts {
  oddFrames: OddFrames;
  /** Data of this site have arrived. */
  heard(site: KnownSite, remote: string, at: Date, isData: boolean): void;
}

export interface Gateway {
  open(): Promise<Intake>;
  /** The TCP port; 0 until it is open. */
  readonly port: number;
  readonly tlsPort: number | undefined;
  sessions: Sessions;
  /** Open requests to devices on this server. */
  exchanges: Exchanges;
  directory: Directory;
  /** Resolves once every site that is in the database now is known to the gateway. */
  reloadDirectory(): Promise<void>;
  /** Undefined until the gateway is open. */
  readonly intake: Intake | undefined;
  /** Counters and queue state of the writer. */
  load(): Load;
  /** Stops reading, stores and answers what has arrived, then closes the connections. */
  stop(): Promise<void>;
}

/** What happens after data are stored. */
export interface After {
  stored(arrivals: readonly Arrival[]): void;
  linked(links: readonly Link[]): void;
}

/** How often link states and notes are saved. */
const SAVE_MS = 1000;
/** Interval of the check for silent devices; their time limits are minutes. */
const WATCH_MS = 5000;
/** Answers normally take less than a second; if one is this late, the store is unavailable. */
const AWAY_MS = 10_000;
const GOODBYE_MS = 500;

type GatewayParts = Pick<App, 'config' | 'secrets' | 'pool' | 'series' | 'servers' | 'log' | 'now'>;

/**
 * The gateway for stations: TCP listeners and everything between a socket and the store. The object exists from the
 * start, so that others can refer to it; connections are accepted only once it is opened.
 */
export function makeGateway(app: GatewayParts, changes: Changes, after: After): Gateway {
  const { config, pool, series, log, now } = app;
  const directory = new Directory(pool, (stored) => {
    const plain = decryptPassword(stored, app.secrets.signing_secret);
    if (plain === undefined) log.warn('a device password was stored under another data folder: set it again');
    return plain;
  });
  const notes = new Notes(pool, app.secrets.signing_secret);
  const { process_id } = app.servers;
  const hasLine = (site_id: number) => sessions.of(directory.site(site_id)?.mn ?? '') !== undefined;
  const links = new Links(pool, now(), (changed) => after.linked(changed), { process_id, hasLine });
  const writer = new Lanes(series, log, {
    storeBeside: (arrivals, withinMs) => storeBeside(pool, arrivals, withinMs),
    onStored: (arrivals) => after.stored(arrivals),
  });
  const sessions = new Sessions((mn) => links.lineChanged(directory.find(mn)?.site_id ?? 0));
  const exchanges = new Exchanges();
  const strangers = new Turns();
  const intake: Intake = {
    directory,
    notes,
    writer,
    oddFrames: new OddFrames(),
    heard: (site, remote, at, isData) => links.heard(site, remote, at, isData),
  };
  const context: GatewayContext = {
    ...intake,
    strangers,
    nuisances: new Nuisances(),
    exchanges,
    log,
    now,
    heard: (site, session, at, isData) => {
      sessions.bind(site.mn, session);
      intake.heard(site, session.remote, at, isData);
    },
  };
  const doors: Listener[] = [];
  const openDoors = async () => {
    const plain = { host: config.host, maxConnections: config.gatewayMaxConnections };
    doors.push(await listen(context, sessions, { ...plain, port: config.gatewayPort }));
    if (!config.gatewayTls) return;
    const { port, cert, key } = config.gatewayTls;
    const tls = { cert: await readFile(cert), key: await readFile(key) };
    doors.push(await listen(context, sessions, { ...plain, port, tls }));
  };

  const complain = (error: unknown) => log.warn({ err: error }, 'gateway');
  const reading = keepDirectory(directory, changes, complain);
  let saving: Promise<void> = Promise.resolve();
  let watching: Promise<void> | undefined;
  const watch = () => {
    const at = now();
    for (const session of sessions) session.tick(at);
    const { since } = writer.load;
    if (since && at.getTime() - since.getTime() > AWAY_MS) links.cannotAnswer(at);
    watching ??= links
      .adopt(at)
      .then(() => links.watch(directory, at))
      .catch(complain)
      .finally(() => {
        watching = undefined;
      });
  };
  const save = () => {
    // One save at a time: while the database is unavailable they must not pile up.
    saving = saving.then(() => Promise.all([links.save(), notes.flush()])).then(() => undefined, complain);
  };
  const timers: NodeJS.Timeout[] = [];

  return {
    open: async () => {
      await reading.begin();
      await links.adopt(now());
      await openDoors();
      timers.push(setInterval(watch, WATCH_MS), setInterval(save, SAVE_MS));
      return intake;
    },
    get port() {
      return doors[0]?.port ?? 0;
    },
    get tlsPort() {
      return doors[1]?.port;
    },
    sessions,
    exchanges,
    directory,
    reloadDirectory: reading.again,
    get intake() {
      return doors.length > 0 ? intake : undefined;
    },
    load: () => writer.load,
    stop: async () => {
      reading.stop();
      for (const door of doors) door.stop();
      for (const session of sessions) session.stopReading();
      strangers.finish();
      await writer.stop();
      for (const timer of timers) clearInterval(timer);
      for (const session of sessions) session.end();
      await Promise.race([sessions.empty(), sleep(GOODBYE_MS)]);
      for (const session of sessions) session.close();
      save();
      await Promise.all([saving, reading.settled(), watching]);
    },
  };
}
