import pg from 'pg';
import Cursor from 'pg-cursor';
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

/** Questions to the database: rows, one row, a count, or a stream of batches. */
export interface Db {
  rows<Row>(query: Sql): Promise<Row[]>;
  one<Row>(query: Sql): Promise<Row | undefined>;
  /** Runs a statement; returns how many rows it touched. */
  run(query: Sql): Promise<number>;
  stream<Row>(query: Sql, batch?: number): AsyncGenerator<Row[]>;
  /** One transaction, its writes audited under `actor`. Inside a transaction it simply goes on. */
  tx<Answer>(actor: Actor, work: (db: Db) => Promise<Answer>): Promise<Answer>;
}

export interface Pool extends Db {
  end(): Promise<void>;
}

// A row then already has the contract's shape: counts are numbers, times are ISO strings.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export function openPool(connectionString: string, onError: (error: Error) => void): Pool {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'lanjing',
  });
  // An idle connection that breaks must not end the process; the next query gets a new one.
  pool.on('error', onError);
  // One in use fails its query and says so by an event as well, which would end the process if nobody listened.
  pool.on('connect', (client) => client.on('error', () => {}));
  const borrow: Borrow = async () => {
    const client = await pool.connect();
    return { client, release: (error) => client.release(isConnectionError(error)) };
  };
  return {
    ...questions(borrow),
    tx: (actor, work) => lent(borrow, (client) => transaction(client, actor, work)),
    end: () => pool.end(),
  };
}

interface Lent {
  client: pg.ClientBase;
  /** Gives the connection back; one that broke is thrown away. */
  release(error?: unknown): void;
}
type Borrow = () => Promise<Lent>;

async function lent<Answer>(
  borrow: Borrow,
  work: (client: pg.ClientBase) => Promise<Answer>,
): Promise<Answer> {
  const { client, release } = await borrow();
  try {
    const answer = await work(client);
    release();
    return answer;
  } catch (error) {
    release(error);
    throw error;
  }
}

function questions(borrow: Borrow): Omit<Db, 'tx'> {
  const query = (statement: Sql) => lent(borrow, (client) => client.query(statement.toQuery()));
  return {
    rows: async <Row>(statement: Sql) => (await query(statement)).rows as Row[],
    one: async <Row>(statement: Sql) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    stream: (statement, batch = 1000) => streamed(borrow, statement, batch),
  };
}

async function* streamed<Row>(borrow: Borrow, statement: Sql, batch: number): AsyncGenerator<Row[]> {
  const { client, release } = await borrow();
  const { text, values } = statement.toQuery();
  const cursor = client.query(new Cursor(text, values, { types }));
  let noteEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    noteEnd = resolve;
  });
  client.once('end', noteEnd);
  try {
    for (;;) {
      const rows = (await cursor.read(batch)) as Row[];
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    // Closing waits for an answer, which a broken connection never gives.
    await Promise.race([cursor.close(), ended]).then(() => release(), release);
    client.off('end', noteEnd);
  }
}

async function transaction<Answer>(
  client: pg.ClientBase,
  actor: Actor,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  await client.query('begin');
  try {
    if (Object.keys(actor).length > 0) {
      const setActor = sql`select set_config('lanjing.actor', ${JSON.stringify(actor)}, true)`;
      await client.query(prepared(setActor).toQuery());
    }
    const db: Db = {
      ...questions(async () => ({ client, release: () => {} })),
      tx: (_actor, inner) => inner(db),
    };
    const answer = await work(db);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The database is away, full or unreachable: nothing was wrong with the query. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(08|57P|53300)/.test(code) ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    // Its socket is gone; a missing file is something else.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect/.test(error.message)
  );
}
