import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '#server/instance/start-error.ts';

/** Any number, as long as every instance uses the same. */
export const MIGRATION_LOCK = 212_2017;

/**
 * Applies the SQL files that this database does not have yet, in order, each in its own transaction. An advisory lock
 * allows two instances to start at once. A file that was changed after it was applied stops the start.
 */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseHalfImport(client);
    const names = await migrationNames(folder);
    await refuseNewer(client, names);
    return await applyMissing(client, folder, names);
  } finally {
    await client.end();
  }
}

/** Applies those of the named files that this database does not have yet. */
export async function applyMissing(
  client: pg.Client,
  folder: string,
  names: readonly string[],
): Promise<string[]> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  );
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const fresh: string[] = [];
  for (const name of names) {
    const { text, sha256 } = await readMigration(folder, name);
    const known = applied.get(name);
    if (known === sha256) continue;
    if (known) throw new StartError(`Migration ${name} was changed after it was applied; restore the file.`);
    await apply(client, name, text, sha256);
    fresh.push(name);
  }
  return fresh;
}

/** Refuses a database that a newer server has migrated: this server does not know its tables. */
async function refuseNewer(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migration') is not null as there`,
  );
  if (!there[0]?.there) return;
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration where left(name, 4) > $1 order by left(name, 4) desc limit 1',
    [names.at(-1)?.slice(0, 4) ?? ''],
  );
  if (!rows[0]) return;
  throw new StartError(
    `This database was brought up to date by a newer Lanjing (${rows[0].name}); update this server and start it again.`,
  );
}

/** An incomplete import must not be used. */
async function refuseHalfImport(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass('half_import') is not null as half`,
  );
  if (!rows[0]?.half) return;
  const { rows: imports } = await client.query<{ folder: string }>('select folder from half_import');
  throw new StartError(
    `This database holds a half import; finish it with npm run import -- --from ${imports[0]?.folder}.`,
  );
}

export async function migrationNames(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
}

export async function readMigration(folder: string, name: string): Promise<{ text: string; sha256: string }> {
  const text = await readFile(join(folder, name), 'utf8');
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

async function apply(client: pg.Client, name: string, text: string, sha256: string) {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
