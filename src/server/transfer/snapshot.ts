import type pg from 'pg';
import { codeOf, StartError } from '#server/instance/start-error.ts';
import { quoted } from './copy.ts';
import type { Migration, Part, Sequence } from './manifest.ts';

/**
 * Tables that are not exported: the history of migrations, running servers with their leases, and request counts belong
 * to one database only; the content of unfinished uploads is not exported either.
 */
export const LEFT_BEHIND: readonly string[] = [
  'schema_migration',
  'file_upload',
  'file_upload_chunk',
  'server_process',
  'lease',
  'request_count',
];

const TRIES = 10;

/** Columns of a part, and its size in the source database. */
export type SourcePart = Pick<Part, 'name' | 'partition' | 'columns'> & { bytes: number };

/** A file that the tables refer to; the checksum of a report is not known before it is read. */
export interface NamedFile {
  path: string;
  size: number;
  sha256: string | null;
}

export interface Snapshot {
  taken_at: string;
  migrations: Migration[];
  parts: SourcePart[];
  sequences: Sequence[];
  files: NamedFile[];
}

/**
 * Begins the transaction in which everything is read as of one moment, however long that takes. It blocks only
 * statements that drop a table. Partitioned parent tables are not locked, because creating a partition needs a
 * conflicting lock.
 */
export async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin transaction isolation level repeatable read read only');
    const taken_at = await beginSnapshot(client);
    const tables = await listTables(client);
    if (await lockTables(client, tables)) return described(client, taken_at, tables);
    await client.query('rollback');
    if (attempt === TRIES) throw new StartError('Tables are being dropped all the time; try again later.');
  }
}

/** The snapshot is taken at the first statement of the transaction, which is this one. */
async function beginSnapshot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ taken_at: Date }>('select statement_timestamp() as taken_at');
  if (!rows[0]) throw new Error('the database has no time');
  return rows[0].taken_at.toISOString();
}

interface ListedTable {
  name: string;
  oid: string;
  bytes: string;
  columns: string[];
  parent: string | null;
  starts: string | null;
  ends: string | null;
}

async function listTables(client: pg.Client): Promise<ListedTable[]> {
  const { rows } = await client.query<ListedTable>(
    `select c.relname as name, c.oid::text, pg_table_size(c.oid)::text as bytes,
            (select array_agg(attname::text order by attnum) from pg_attribute
              where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
            p.relname as parent,
            substring(pg_get_expr(c.relpartbound, c.oid) from $$FROM [(]'(.*)'[)] TO$$) as starts,
            substring(pg_get_expr(c.relpartbound, c.oid) from $$TO [(]'(.*)'[)]$$) as ends
       from pg_class c
       left join pg_inherits i on i.inhrelid = c.oid
       left join pg_class p on p.oid = i.inhparent
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1)
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                           and d.deptype = 'e')
      order by 1`,
    [LEFT_BEHIND],
  );
  return rows;
}

/** False if one of them was dropped, or dropped and recreated, since the snapshot was taken. */
async function lockTables(client: pg.Client, tables: readonly ListedTable[]): Promise<boolean> {
  try {
    const names = tables.map(({ name }) => quoted(name)).join(', ');
    await client.query(`lock table ${names} in access share mode`);
  } catch (error) {
    if (codeOf(error) === '42P01') return false;
    throw error;
  }
  const { rowCount } = await client.query(
    `select from unnest($1::text[], $2::oid[]) listed (name, oid)
      where to_regclass(quote_ident(name))::oid is distinct from oid`,
    [tables.map(({ name }) => name), tables.map(({ oid }) => oid)],
  );
  return rowCount === 0;
}

async function described(
  client: pg.Client,
  taken_at: string,
  tables: readonly ListedTable[],
): Promise<Snapshot> {
  const names = new Set(tables.map(({ name }) => name));
  return {
    taken_at,
    migrations: await migrationsOf(client),
    parts: tables.map(partOf),
    sequences: await sequencesOf(client),
    files: await filesOf(client, names),
  };
}

function partOf({ name, parent, starts, ends, columns, bytes }: ListedTable): SourcePart {
  if (parent !== null && (starts === null || ends === null)) {
    throw new Error(`${name} is no partition by time`);
  }
  const partition = parent === null ? null : { of: parent, from: starts ?? '', to: ends ?? '' };
  return { name, partition, columns, bytes: Number(bytes) };
}

async function migrationsOf(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>(
    'select name, sha256 from schema_migration order by applied_at, name',
  );
  return rows;
}

/** Sequences are not transactional: their values are not below those of the snapshot. */
async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value::text from pg_sequences
      where schemaname = current_schema() order by 1`,
  );
  return rows;
}

/** The table of reports is missing in a database that has not been migrated yet. */
async function filesOf(client: pg.Client, tables: ReadonlySet<string>): Promise<NamedFile[]> {
  const reports = tables.has('report_file')
    ? 'union select file_path, size, null from report_file where file_path is not null'
    : '';
  const { rows } = await client.query<{ path: string; size: string; sha256: string | null }>(
    `select 'files/' || sha256 as path, size::bigint, sha256 from file ${reports} order by 1`,
  );
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}
