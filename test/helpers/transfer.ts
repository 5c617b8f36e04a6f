import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { keepSecrets, readSecrets, type Secrets } from '#server/instance/data-dir.ts';
import { type Export, exportInstance } from '#server/transfer/export.ts';
import { type Import, importInstance } from '#server/transfer/import.ts';
import { LEFT_BEHIND } from '#server/transfer/snapshot.ts';
import { atEnd } from './at-end.ts';

const secrets: Secrets = {
  token_secret: 'a-token-secret-of-the-tests-0123456789',
  signing_secret: 'a-signing-secret-of-the-tests-0123456789',
  database_password: 'a-password-of-the-tests',
};

/** A folder that is removed at the end of the test file. */
export function newFolder(kind: string): string {
  const folder = mkdtempSync(join(inject('folder'), `${kind}-`));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function exportFrom(url: string, folder: string, more: Partial<Export> = {}) {
  return exportInstance({
    url,
    dataDir: newFolder('source'),
    secrets,
    folder,
    version: '1.2.3',
    signal: new AbortController().signal,
    report: () => undefined,
    ...more,
  });
}

/** A data folder whose secrets differ from those of the exported instance. */
export function newDataDir(): string {
  const dataDir = newFolder('target');
  keepSecrets(dataDir, {
    ...secrets,
    token_secret: 'another '.repeat(5),
    signing_secret: 'another '.repeat(5),
  });
  return dataDir;
}

export function importTo(url: string, folder: string, more: Partial<Import> = {}) {
  const dataDir = more.dataDir ?? newDataDir();
  return importInstance({
    url,
    dataDir,
    secrets: readSecrets(dataDir) ?? secrets,
    embedded: true,
    folder,
    restart: false,
    signal: new AbortController().signal,
    report: () => undefined,
    ...more,
  });
}

export async function withClient<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(statement)).rows);
}

/** Every value of every table, read independently of the tested code. */
export async function contentOf(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    await client.query(`set timezone to 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all($1) order by 1`,
      [LEFT_BEHIND],
    );
    const content: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${pg.escapeIdentifier(name)} t order by 1`,
      );
      content[name] = rows.map(({ row }) => row);
    }
    return content;
  });
}

/** Keys, checks, indexes and triggers, and whether they are enabled. */
export async function rulesOf(url: string): Promise<string[]> {
  const rows = await ask<{ rule: string }>(
    url,
    `select format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as rule
       from pg_constraint where connamespace = current_schema()::regnamespace
     union all
     select format('%s %s %s', tgrelid::regclass, pg_get_triggerdef(oid), tgenabled)
       from pg_trigger where not tgisinternal
     union all
     select indexdef from pg_indexes where schemaname = current_schema()
     union all
     select format('%s %s', c.oid::regclass, pg_get_expr(relpartbound, c.oid)) from pg_class c where relispartition
     order by 1`,
  );
  return rows.map(({ rule }) => rule);
}
