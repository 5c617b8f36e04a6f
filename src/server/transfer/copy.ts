import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { FileDigest, type FileSum, look, RowDigest, type RowSum } from './digest.ts';

export interface Table {
  name: string;
  columns: readonly string[];
}

/** Called with the progress. */
type Count = (sofar: number) => void;

/** Fastest level: better compression would take CPU time from the running server. */
const GZIP = { level: 1, chunkSize: 128 * 1024 };

/** A connection with fixed text formats and without time limits. The signal closes it. */
export async function connectForCopy(connectionString: string, signal: AbortSignal): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'lanjing transfer' });
  // The end of the connection is reported to its current user; without a listener the event would end our process.
  client.on('error', () => undefined);
  signal.throwIfAborted();
  signal.addEventListener('abort', () => void client.end());
  await client.connect();
  await client.query(`
    set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
    set bytea_output to 'hex'; set extra_float_digits to 1;
    select set_config(name, '0', false) from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
  return client;
}

export const quoted = (name: string) => pg.escapeIdentifier(name);

const target = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

function rowsOf(client: pg.Client, table: Table): Readable {
  const rows = client.query(copyTo(`copy ${target(table)} to stdout`));
  // An aborted query reports one more error when its connection is closed.
  rows.on('error', () => undefined);
  return rows;
}

/** Number and digest of a table's rows. */
export async function sumOfTable(client: pg.Client, table: Table, onRows: Count): Promise<RowSum> {
  const digest = new RowDigest();
  for await (const chunk of rowsOf(client, table)) {
    digest.add(chunk);
    onRows(digest.rows);
  }
  return digest.sum();
}

/** Writes a table to a temporary file, which is renamed when it is complete and on the disk. */
export async function writeTable(
  client: pg.Client,
  table: Table,
  path: string,
  onRows: Count,
): Promise<RowSum & FileSum> {
  const rows = new RowDigest();
  const file = new FileDigest();
  const partial = `${path}.partial`;
  await pipeline(
    rowsOf(client, table),
    look((chunk) => {
      rows.add(chunk);
      onRows(rows.rows);
    }),
    createGzip(GZIP),
    look((chunk) => file.add(chunk)),
    createWriteStream(partial, { mode: 0o600, flush: true }),
  );
  await rename(partial, path);
  return { ...rows.sum(), ...file.sum() };
}

/** Number and digest of the rows in such a file; undefined if it is damaged. */
export async function sumOfTableFile(
  path: string,
  signal: AbortSignal,
): Promise<(RowSum & FileSum) | undefined> {
  const rows = new RowDigest();
  const file = new FileDigest();
  try {
    await pipeline(
      createReadStream(path, { signal }),
      look((chunk) => file.add(chunk)),
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) rows.add(chunk);
      },
      { signal },
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
  return { ...rows.sum(), ...file.sum() };
}

export async function loadTable(
  client: pg.Client,
  table: Table,
  path: string,
  onBytes: Count,
): Promise<void> {
  const into = client.query(copyFrom(`copy ${target(table)} from stdin`));
  into.on('error', () => undefined);
  let bytes = 0;
  const count = look((chunk) => {
    bytes += chunk.length;
    onBytes(bytes);
  });
  await pipeline(createReadStream(path), count, createGunzip(), into);
}
