import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Changes } from '#server/db/listen.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { readConfig } from '#server/instance/config.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { joinServers, type Servers } from './registry.ts';

const log = pino({ level: 'silent' });
const home = mkdtempSync(join(tmpdir(), 'lanjing-servers-'));
const secretsOf = (signing_secret: string) => ({
  token_secret: 'token-secret-only-for-tests-0123456789',
  signing_secret,
  database_password: '',
});
const shared = secretsOf('signing-secret-only-for-tests-0123456789');

let db: Pool;
let joined: Servers[] = [];
beforeAll(async () => {
  db = await testDatabase();
  return () => rmSync(home, { recursive: true, force: true });
});
beforeEach(() => db.run(sql`delete from server_process`));
afterEach(async () => {
  await Promise.all(joined.map((servers) => servers.stop()));
  joined = [];
});

async function enter(folder: string, secrets = shared, place?: string): Promise<Servers & { hear(): void }> {
  const config = readConfig({ DATA_DIR: join(home, folder) }, []);
  let hear = () => {};
  const changes: Pick<Changes, 'onChange'> = {
    onChange: (listener) => {
      hear = () => listener('servers');
      return () => undefined;
    },
  };
  const servers = await joinServers(db, config, { secrets, place }, changes, log);
  joined.push(servers);
  return Object.assign(servers, { hear: () => hear() });
}

test('servers know of each other, and of one that stops', async () => {
  const first = await enter('a');
  expect(first.peers).toEqual([]);
  const second = await enter('b');
  first.hear();
  await expect.poll(() => first.peers.map(({ process_id }) => process_id)).toEqual([second.process_id]);
  expect(second.peers.map(({ process_id }) => process_id)).toEqual([first.process_id]);
  await second.stop();
  first.hear();
  await expect.poll(() => first.peers).toEqual([]);
});

test('a server without heartbeats for a while is gone', async () => {
  const first = await enter('a');
  const second = await enter('b');
  await second.stop();
  await db.run(sql`
    insert into server_process (process_id, host, data_dir, roles, secrets_check, seen_at)
    values (${second.process_id}, 'h', 'b', '{api}', '', now() - interval '20 seconds')`);
  first.hear();
  await expect.poll(() => first.peers).toEqual([]);
});

test('a server with other secrets than one at work does not start, and says which file to copy', async () => {
  await enter('a');
  const other = enter('b', secretsOf('another-signing-secret-for-tests-0123456789'));
  await expect(other).rejects.toThrow(/copy secrets\.json from .*a on .* to .*b/);
});

test('other secrets do not prevent a start if no server is running', async () => {
  const first = await enter('a');
  await first.stop();
  await enter('b', secretsOf('another-signing-secret-for-tests-0123456789'));
});

test('a server that starts in the data folder of a dead one gets what that one held at once', async () => {
  const dead = await enter('a');
  await db.run(sql`
    insert into lease (name, holder, until) values ('sums', ${dead.process_id}, now() + interval '1 hour')`);
  const next = await enter('a');
  expect(next.peers).toEqual([]);
  expect(await db.rows(sql`select from lease`)).toEqual([]);
});

test('two servers that share a data folder do not replace each other', async () => {
  const first = await enter('a');
  await db.run(sql`
    insert into lease (name, holder, until) values ('sums', ${first.process_id}, now() + interval '1 hour')`);
  const dead = await enter('a', shared, join(home, 'a/logs/3002'));
  const second = await enter('a', shared, join(home, 'a/logs/3002'));
  expect(dead.process_id).not.toBe(second.process_id);
  expect(second.peers.map(({ process_id }) => process_id)).toEqual([first.process_id]);
  expect(await db.rows(sql`select from lease`)).toHaveLength(1);
});
