import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, workshop } from './embedded-fixture.ts';
import type { Embedded } from './embedded-supervisor.ts';
import { checkExternal } from './external.ts';

const shop = workshop();
let server: Embedded;
beforeAll(async () => {
  server = await shop.start(shop.folder('external'));
});
afterAll(shop.clear);

const changed = (change: (url: URL) => void) => {
  const url = new URL(server.url);
  change(url);
  return url.href;
};

test('a database that answers and is new enough is accepted', async () => {
  await checkExternal(server.url);
});

test('a wrong password is told without repeating it', async () => {
  const url = changed((at) => {
    at.password = 'wrong-password';
  });
  const refused = await checkExternal(url).catch((error: unknown) => String(error));
  expect(refused).toMatch(
    /The database at 127\.0\.0\.1:\d+\/lanjing refuses the user or password of DATABASE_URL/,
  );
  expect(refused).not.toContain('wrong-password');
});

test('a database that does not exist is told', async () => {
  const url = changed((at) => {
    at.pathname = '/missing';
  });
  await expect(checkExternal(url)).rejects.toThrow(/127\.0\.0\.1:\d+\/missing does not exist/);
});

test('a server that does not answer is told', async () => {
  await expect(checkExternal('postgres://lanjing:x@127.0.0.1:1/lanjing')).rejects.toThrow(
    'The database at 127.0.0.1:1/lanjing cannot be reached (connect ECONNREFUSED 127.0.0.1:1); check DATABASE_URL.',
  );
});

test('a user who may not create tables is told before the migrations fail', async () => {
  await ask(server.url, `create role guest login password 'guest'`);
  const url = changed((at) => {
    at.username = 'guest';
    at.password = 'guest';
  });
  await expect(checkExternal(url)).rejects.toThrow('The user guest may not create tables in the database');
});
