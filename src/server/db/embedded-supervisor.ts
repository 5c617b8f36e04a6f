import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { StartError } from '#server/instance/start-error.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { SUPERUSER } from './embedded-cluster.ts';
import {
  endsWithin,
  type Failure,
  failureOf,
  freePort,
  type ServerOptions,
  type ServerProcess,
  spawnServer,
  untilReady,
} from './embedded-server.ts';

const DATABASE = 'lanjing';

/** The database's address, without the port, which is not known yet. */
export function embeddedUrl(password: string): URL {
  return new URL(`postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1/${DATABASE}`);
}

const START_RETRY_MS = 15_000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const STEADY_MS = MINUTE_MS;

export type Embedded = {
  /** Remains valid when the server is restarted. */
  url: string;
  /** `immediate` skips the clean shutdown; the next start then recovers from the write-ahead log. */
  stop(how?: 'clean' | 'immediate'): Promise<void>;
};

/** Starts the server. Whenever it ends, starts it again on the same port, until it is stopped. */
export async function supervise(
  options: ServerOptions,
  password: string,
  log: BaseLogger,
): Promise<Embedded> {
  const url = embeddedUrl(password);
  if (options.sockets) url.searchParams.set('host', options.sockets);
  const halt = new AbortController();
  let server: ServerProcess | undefined;
  let watching: Promise<void> = Promise.resolve();

  // The end of this process, except by SIGKILL, also ends the server.
  const onExit = () => server?.child.kill('SIGINT');
  process.on('exit', onExit);

  async function attempt(): Promise<Failure | undefined> {
    const offset = statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0;
    server = spawnServer(options, Number(url.port));
    return (await untilReady(server, url, DATABASE)) ? undefined : failureOf(options, offset);
  }

  async function start(): Promise<void> {
    for (const deadline = Date.now() + START_RETRY_MS; ; await sleep(SHORTEST_PAUSE_MS)) {
      url.port = String(await freePort());
      const failure = await attempt();
      if (failure === undefined) return;
      if (failure instanceof StartError) throw failure;
      if (Date.now() > deadline) {
        throw new StartError(`The embedded database did not start (${failure}; more in ${options.logFile}).`);
      }
    }
  }

  async function keepAlive(): Promise<void> {
    let pause = SHORTEST_PAUSE_MS;
    while (!halt.signal.aborted) {
      const since = Date.now();
      await server?.ended;
      if (halt.signal.aborted) return;
      pause = Date.now() - since > STEADY_MS ? SHORTEST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      log.error(`the database server ended by itself; starting it again in ${pause} ms`);
      await sleep(pause, undefined, { signal: halt.signal }).catch(() => undefined);
      if (halt.signal.aborted) return;
      const failure = await attempt().catch((error: unknown) => error);
      if (failure === undefined) log.warn('the database server runs again');
      else log.error({ err: failure }, 'the database server did not start');
    }
  }

  async function stop(how: 'clean' | 'immediate' = 'clean'): Promise<void> {
    halt.abort();
    process.off('exit', onExit);
    await end(server, how);
    await watching;
  }

  try {
    await start();
  } catch (error) {
    await stop('immediate');
    throw error;
  }
  watching = keepAlive();
  return { url: url.href, stop };
}

async function end(server: ServerProcess | undefined, how: 'clean' | 'immediate'): Promise<void> {
  if (!server) return;
  if (how === 'clean') {
    // Sessions that are being closed may finish first: if they were cut off, they would report an error.
    server.child.kill('SIGTERM');
    if (await endsWithin(server, 0.5)) return;
    server.child.kill('SIGINT');
    if (await endsWithin(server, 30)) return;
  }
  server.child.kill('SIGQUIT');
  if (await endsWithin(server, 10)) return;
  server.child.kill('SIGKILL');
  await server.ended;
}
