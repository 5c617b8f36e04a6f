import { createHmac, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Changes } from '#server/db/listen.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Config } from '#server/instance/config.ts';
import type { Secrets } from '#server/instance/data-dir.ts';
import { productVersion } from '#server/instance/product-version.ts';
import { StartError } from '#server/instance/start-error.ts';
import type { Role } from '#shared/domain/servers.ts';

const BEAT_MS = 5000;
/** A server without a heartbeat for this long is gone. */
const GONE_SECONDS = 15;
/** Servers that are gone are deleted from the registry after this. */
const FORGET_HOURS = 1;

export const isAlive = sql`seen_at > now() - make_interval(secs => ${GONE_SECONDS})`;

/** Another server on the same database. */
export interface Peer {
  process_id: string;
  host: string;
  data_dir: string;
  roles: Role[];
  address: string | null;
  /** Somebody watches live values there. */
  watched: boolean;
}

/** Addresses and connection counts of this server's listeners. */
interface Doors {
  address: string;
  gateway_port: number;
  stations(): number;
  viewers(): number;
  isWatched(): boolean;
}

export interface Servers {
  /** Identifies this process while it runs. */
  readonly process_id: string;
  /** The other servers, as of the last heartbeat. */
  readonly peers: readonly Peer[];
  /** Records that this server's listeners are open. */
  opened(doors: Doors): Promise<void>;
  /** A heartbeat before its time, because the first viewer has come. */
  beatNow(): Promise<void>;
  stop(): Promise<void>;
}

/** A single server: used before the first heartbeat, and in tests that start no server. */
export const alone = (): Servers => ({
  process_id: randomUUID(),
  peers: [],
  opened: async () => undefined,
  beatNow: async () => undefined,
  stop: async () => undefined,
});

/**
 * Registers this server and keeps sending heartbeats. Refused if a running server has other secrets: what one of them
 * encrypts or signs would be useless to the other.
 */
export async function joinServers(
  pool: Pool,
  { dataDir, roles }: Config,
  { secrets, place = dataDir }: { secrets: Secrets; place?: string | undefined },
  changes: Pick<Changes, 'onChange'>,
  log: Logger,
): Promise<Servers> {
  const process_id = randomUUID();
  const me = {
    host: hostname(),
    data_dir: dataDir,
    place,
    roles: [...roles],
    secrets_check: checkOf(secrets),
  };
  let doors: Doors | undefined;
  let peers: Peer[] = [];
  const beat = async (db: Db = pool) => {
    // Writes the whole row each time: a server that was deleted while it could not reach the database is registered
    // again.
    await db.run(sql`
      insert into server_process as t (process_id, host, data_dir, place, roles, version, secrets_check, address,
                                       gateway_port, stations, viewers, watched)
      values (${process_id}, ${me.host}, ${me.data_dir}, ${me.place}, ${me.roles}, ${productVersion},
              ${me.secrets_check}, ${doors?.address ?? null}, ${doors?.gateway_port ?? null},
              ${doors?.stations() ?? 0}, ${doors?.viewers() ?? 0}, ${doors?.isWatched() ?? false})
      on conflict (process_id) do update
         set seen_at = now(), stations = excluded.stations, viewers = excluded.viewers, watched = excluded.watched`);
    await db.run(
      sql`delete from server_process where seen_at < now() - make_interval(hours => ${FORGET_HOURS})`,
    );
    await look(db);
  };
  const look = async (db: Db = pool) => {
    peers = await db.rows<Peer>(sql`
      select process_id, host, data_dir, roles, address, watched from server_process
       where process_id <> ${process_id} and ${isAlive} order by started_at, process_id`);
  };
  await pool.tx({}, async (db) => {
    // If two servers start at once, the second sees the first.
    await db.run(sql`select pg_advisory_xact_lock(hashtext('servers'))`);
    await takePlace(db, me);
    await refuseOtherSecrets(db, me);
    await beat(db);
  });
  // One heartbeat at a time: while the database is unavailable they must not pile up.
  let turn: Promise<void> | undefined;
  const inTurn = (work: () => Promise<void>) => {
    turn ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'servers'))
      .finally(() => {
        turn = undefined;
      });
    return turn;
  };
  const afterTurn = (work: () => Promise<void>) => (turn ?? Promise.resolve()).then(() => inTurn(work));
  const beating = setInterval(() => void inTurn(beat), BEAT_MS);
  changes.onChange((change) => {
    if (change === 'servers' || change === 'reconnected') void afterTurn(look);
  });
  return {
    process_id,
    get peers() {
      return peers;
    },
    opened: async (open) => {
      doors = open;
      await pool.run(sql`
        update server_process
           set address = ${open.address}, gateway_port = ${open.gateway_port}, watched = ${open.isWatched()}
         where process_id = ${process_id}`);
    },
    beatNow: () => afterTurn(beat),
    stop: async () => {
      clearInterval(beating);
      await turn;
      await pool
        .run(sql`delete from server_process where process_id = ${process_id}`)
        .catch((error: unknown) => log.warn({ err: error }, 'servers'));
    },
  };
}

/**
 * We hold the lock of the data folder, so its previous owner is gone: what it held is released at once instead of
 * expiring.
 */
async function takePlace(db: Db, { host, place }: { host: string; place: string }): Promise<void> {
  const gone = await db.rows<{ process_id: string }>(sql`
    delete from server_process where host = ${host} and place = ${place} returning process_id`);
  const ids = gone.map(({ process_id }) => process_id);
  await db.run(sql`delete from lease where holder = any(${ids}::uuid[])`);
  await db.run(
    sql`update job set lease_until = null where state = 'running' and taken_by = any(${ids}::uuid[])`,
  );
  await db.run(sql`update message set lease_until = null where taken_by = any(${ids}::uuid[])`);
}

async function refuseOtherSecrets(
  db: Db,
  { secrets_check, data_dir }: { secrets_check: string; data_dir: string },
): Promise<void> {
  const other = await db.one<Peer>(sql`
    select host, data_dir from server_process
     where ${isAlive} and secrets_check <> ${secrets_check} order by started_at limit 1`);
  if (!other) return;
  throw new StartError(
    `Another server is at work on this database with other secrets: copy secrets.json from ${other.data_dir} on ${other.host} to ${data_dir}, give both the same TOKEN_SECRET or none, and start again.`,
  );
}

function checkOf({ signing_secret, token_secret }: Secrets): string {
  return createHmac('sha256', signing_secret).update(`servers ${token_secret}`).digest('hex');
}
