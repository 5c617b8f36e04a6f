import pg from 'pg';
import Cursor from 'pg-cursor';
import { isConnectionError, isUnavailable } from './errors.ts';
import { prepared, type Sql, sql } from './sql.ts';

/** Who writes: the audit triggers read it from the transaction. */
export interface Actor {
  user_id?: number;
  account?: string;
  real_name?: string;
  ip?: string;
  imei?: string;
  call?: string;
  request_id?: string;
}

/** Queries: rows, one row, a count, or a stream of batches. */
export interface Db {
  rows<Row>(query: Sql): Promise<Row[]>;
  one<Row>(query: Sql): Promise<Row | undefined>;
  /** Runs a statement; returns the number of affected rows. */
  run(query: Sql): Promise<number>;
  stream<Row>(query: Sql, batch?: number): AsyncGenerator<Row[]>;
  /**
   * One transaction, whose writes are audited under `actor`. Inside a transaction it joins that one. If it takes longer
   * than `withinMs` its connection is dropped, and it is unknown whether it was committed.
   */
  tx<Answer>(actor: Actor, work: (db: Db) => Promise<Answer>, withinMs?: number): Promise<Answer>;
}

export interface Pool extends Db {
  end(): Promise<void>;
}

/** Time limits of a pool's queries. A dead connection would otherwise block them for ever. */
export interface Limits {
  connections: number;
  /** For one statement, or one batch of a stream. */
  queryMs: number;
  /** After this, the server ends a transaction whose client sends nothing, and releases its locks. */
  idleInTransactionMs: number;
}

export const limits = {
  /** Calls: a browser waits 60 s for its answer. */
  calls: { connections: 20, queryMs: 120_000, idleInTransactionMs: 120_000 },
  /** Jobs and scheduled maintenance: deleting a site or a year's report may take minutes. */
  background: { connections: 8, queryMs: 1_800_000, idleInTransactionMs: 600_000 },
  /** The gateway, which stores one batch of packets at a time, and the probe of the database. */
  ingest: { connections: 6, queryMs: 20_000, idleInTransactionMs: 15_000 },
} as const satisfies Record<string, Limits>;

/** The server cancels a statement itself; if its answer does not arrive within this time, the connection is dropped. */
const ANSWER_MS = 5000;
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

// Rows then have the shape of the contract: counts are numbers, times are ISO strings.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export function openPool(
  connectionString: string,
  onError: (error: Error) => void,
  { connections, queryMs, idleInTransactionMs }: Limits = limits.calls,
): Pool {
  const pool = new pg.Pool({
    ...keepAlive,
    connectionString,
    types,
    max: connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: queryMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    application_name: 'lanjing',
  });
  // A broken idle connection must not end the process; the next query gets a new one.
  pool.on('error', onError);
  // A broken connection in use fails its query, and also emits an event that would end the process without a listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  const known = new WeakMap<pg.PoolClient, { readOnly: boolean }>();
  const borrow: Borrow = async () => {
    const client = await pool.connect();
    const asker = new Asker(client, queryMs + ANSWER_MS);
    try {
      const { readOnly } = known.get(client) ?? (await beginning(asker));
      known.set(client, { readOnly });
      return { asker, release: (error) => client.release(readOnly || isUnavailable(error)) };
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return {
    ...questions(borrow),
    tx: (actor, work, withinMs) => lent(borrow, (asker) => transaction(asker, actor, work, withinMs)),
    end: () => pool.end(),
  };
}

/** A session that began read-only stays read-only even after the database accepts writes again, so it is not reused. */
async function beginning(asker: Asker): Promise<{ readOnly: boolean }> {
  const { rows } = await asker.query(`select current_setting('transaction_read_only') = 'on' as "readOnly"`);
  return rows[0];
}

/** A connection that is dropped if it does not answer in time. */
class Asker {
  readonly client: pg.ClientBase;
  private readonly patienceMs: number;

  constructor(client: pg.ClientBase, patienceMs: number) {
    this.client = client;
    this.patienceMs = patienceMs;
  }

  query(question: string | pg.QueryConfig): Promise<pg.QueryResult> {
    return this.within(() => this.client.query(question));
  }

  async within<Answer>(ask: () => Promise<Answer>, patienceMs = this.patienceMs): Promise<Answer> {
    const impatient = setTimeout(() => hangUp(this.client, patienceMs), patienceMs);
    try {
      return await ask();
    } finally {
      clearTimeout(impatient);
    }
  }
}

/** Everything that waits for this connection fails at once. */
export function hangUp(client: pg.ClientBase, ms: number): void {
  const error = Object.assign(new Error(`the database did not answer within ${ms} ms`), {
    code: 'ETIMEDOUT',
  });
  if (client instanceof pg.Client) client.connection.stream.destroy(error);
}

interface Lent {
  asker: Asker;
  /** Returns the connection to the pool, or discards it after a connection or availability error. */
  release(error?: unknown): void;
}
type Borrow = () => Promise<Lent>;

async function lent<Answer>(borrow: Borrow, work: (asker: Asker) => Promise<Answer>): Promise<Answer> {
  const { asker, release } = await borrow();
  try {
    const answer = await work(asker);
    release();
    return answer;
  } catch (error) {
    release(error);
    throw error;
  }
}

function questions(borrow: Borrow): Omit<Db, 'tx'> {
  const query = (statement: Sql) => lent(borrow, (asker) => asker.query(statement.toQuery()));
  return {
    rows: async <Row>(statement: Sql) => (await query(statement)).rows as Row[],
    one: async <Row>(statement: Sql) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    stream: (statement, batch = 1000) => streamed(borrow, statement, batch),
  };
}

async function* streamed<Row>(borrow: Borrow, statement: Sql, batch: number): AsyncGenerator<Row[]> {
  const { asker, release } = await borrow();
  const { client } = asker;
  const { text, values } = statement.toQuery();
  const cursor = client.query(new Cursor(text, values, { types }));
  let noteEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    noteEnd = resolve;
  });
  client.once('end', noteEnd);
  try {
    for (;;) {
      const rows = (await asker.within(() => cursor.read(batch))) as Row[];
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    // Closing waits for an answer, which never comes on a broken connection.
    await Promise.race([asker.within(() => cursor.close(), ANSWER_MS), ended]).then(() => release(), release);
    client.off('end', noteEnd);
  }
}

async function transaction<Answer>(
  asker: Asker,
  actor: Actor,
  work: (db: Db) => Promise<Answer>,
  withinMs: number | undefined,
): Promise<Answer> {
  const whole = async () => {
    // The limit also applies on the server: a statement that runs on for a client that is gone would keep its locks.
    await asker.query(withinMs === undefined ? 'begin' : `begin; set local statement_timeout = ${withinMs}`);
    if (Object.keys(actor).length > 0) {
      const setActor = sql`select set_config('lanjing.actor', ${JSON.stringify(actor)}, true)`;
      await asker.query(prepared(setActor).toQuery());
    }
    const db: Db = {
      ...questions(async () => ({ asker, release: () => {} })),
      tx: (_actor, inner) => inner(db),
    };
    const answer = await work(db);
    await asker.query('commit');
    return answer;
  };
  try {
    return await (withinMs === undefined ? whole() : asker.within(whole, withinMs));
  } catch (error) {
    // A broken connection has ended its transaction.
    if (!isConnectionError(error)) await asker.query('rollback').catch(() => {});
    throw error;
  }
}
