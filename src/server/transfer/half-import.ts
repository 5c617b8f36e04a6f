import type pg from 'pg';
import { MIGRATION_LOCK } from '#server/db/migrate.ts';
import { StartError } from '#server/instance/start-error.ts';

/** Different from the lock of the migrations: a server that is started meanwhile must be refused, not wait. */
const IMPORT_LOCK = 212_2018;

/**
 * Progress of an import: `schema` creates the tables, `loading` fills them while foreign keys and triggers are
 * disabled, `loaded` means that they match the export, `emptying` drops everything.
 */
export type Step = 'schema' | 'loading' | 'loaded' | 'emptying';

export interface HalfImport {
  export_id: string;
  folder: string;
  step: Step;
  /** Parts that are loaded. */
  loaded: string[];
}

/** All objects of the schema, except those of extensions, in the order in which they can be dropped. */
const OBJECTS = `
  select oid, 'view' as kind, quote_ident(relname) as name, 1 as rank from pg_class
   where relnamespace = current_schema()::regnamespace and relkind = 'v'
  union all
  select oid, 'table', quote_ident(relname), case when relispartition then 2 else 3 end from pg_class
   where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  union all
  select oid, 'routine', oid::regprocedure::text, 4 from pg_proc where pronamespace = current_schema()::regnamespace
  union all
  select t.oid, 'type', t.oid::regtype::text, 5 from pg_type t left join pg_class c on c.oid = t.typrelid
   where t.typnamespace = current_schema()::regnamespace and (t.typtype in ('e', 'd') or c.relkind = 'c')`;
const OWN_OBJECTS = `
  select kind, name, rank from (${OBJECTS}) o
   where not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;

/** Prevents a second import, as long as the connection lasts. */
export async function lockImport(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    IMPORT_LOCK,
  ]);
  if (!rows[0]?.free) throw new StartError('Another import is at work on this database; wait for it.');
}

/** The unfinished import of this database, if there is one. */
export async function readHalfImport(client: pg.Client): Promise<HalfImport | undefined> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass('half_import') is not null as half`,
  );
  if (!rows[0]?.half) return undefined;
  const { rows: imports } = await client.query<HalfImport>(
    'select export_id, folder, step, loaded from half_import',
  );
  return imports[0];
}

export async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(
    `${OWN_OBJECTS} order by kind = 'table' desc, name limit 1`,
  );
  if (!rows[0]) return;
  throw new StartError(
    `The database is not empty (it has the ${rows[0].kind} ${rows[0].name}); import into a new data folder or an empty database.`,
  );
}

/** From now until `endImport` no server can start on this database. */
export async function beginImport(client: pg.Client, export_id: string, folder: string): Promise<HalfImport> {
  return inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await requireEmpty(client);
    await client.query(`
      create table half_import (
        only_row     boolean primary key default true check (only_row),
        export_id    text not null,
        folder       text not null,
        step         text not null,
        loaded       text[] not null default '{}',
        foreign_keys jsonb not null default '[]'
      )`);
    await client.query('insert into half_import (export_id, folder, step) values ($1, $2, $3)', [
      export_id,
      folder,
      'schema',
    ]);
    return { export_id, folder, step: 'schema', loaded: [] };
  });
}

/**
 * With the same tables as the export: empties them (some migrations insert rows), drops foreign keys and disables
 * triggers.
 */
export async function prepareLoading(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    const { rows: keys } = await client.query<ForeignKey>(`
      select conrelid::regclass::text as tab, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
        from pg_constraint
       where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`);
    for (const { tab, name } of keys) await client.query(`alter table ${tab} drop constraint ${name}`);
    for (const tab of await tablesWithTriggers(client)) {
      await client.query(`alter table ${tab} disable trigger user`);
    }
    const { rows: tables } = await client.query<{ name: string }>(`
      select name from (${OWN_OBJECTS}) o where kind = 'table' and name not in ('schema_migration', 'half_import')`);
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity`);
    await client.query(`update half_import set step = 'loading', foreign_keys = $1`, [JSON.stringify(keys)]);
  });
}

interface ForeignKey {
  tab: string;
  name: string;
  definition: string;
}

/** Restores foreign keys and triggers; PostgreSQL checks all rows. */
export async function finishLoading(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    const { rows } = await client.query<{ foreign_keys: ForeignKey[] }>(
      'select foreign_keys from half_import',
    );
    for (const { tab, name, definition } of rows[0]?.foreign_keys ?? []) {
      await client.query(`alter table ${tab} add constraint ${name} ${definition}`);
    }
    for (const tab of await tablesWithTriggers(client)) {
      await client.query(`alter table ${tab} enable trigger user`);
    }
    await client.query(`update half_import set step = 'loaded'`);
  });
}

async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct quote_ident(c.relname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`);
  return rows.map(({ name }) => name);
}

/** Loads a part and records it, in one transaction. */
export async function loadOnce(client: pg.Client, part: string, load: () => Promise<void>): Promise<void> {
  await inTransaction(client, async () => {
    await load();
    await client.query('update half_import set loaded = loaded || $1::text', [part]);
  });
}

/**
 * Each drop in its own transaction, because one could not lock that many objects. If interrupted, it is continued
 * later.
 */
export async function emptyHalfImport(client: pg.Client): Promise<void> {
  await client.query(`update half_import set step = 'emptying'`);
  const { rows } = await client.query<{ kind: string; name: string }>(`
    select kind, name from (${OWN_OBJECTS}) o where name <> 'half_import' order by rank, name`);
  for (const { kind, name } of rows) await client.query(`drop ${kind} if exists ${name} cascade`);
  await endImport(client);
}

export async function endImport(client: pg.Client): Promise<void> {
  await client.query('drop table half_import');
}

async function inTransaction<Answer>(client: pg.Client, work: () => Promise<Answer>): Promise<Answer> {
  await client.query('begin');
  try {
    const answer = await work();
    await client.query('commit');
    return answer;
  } catch (error) {
    // If the connection broke, the server rolls back itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
