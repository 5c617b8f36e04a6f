import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { everyCall } from '#shared/contract/index.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

/** Each of the demo's accounts has one seeded role. */
const columns = ['anonymous', 'admin', 'manager', 'operator', 'auditor', 'learner'] as const;
type Column = (typeof columns)[number];

/** `permissions.txt` contains the whole policy: one line per call, one mark per role. */
function readTable(): Map<string, Record<Column, boolean>> {
  const lines = readFileSync(new URL('./permissions.txt', import.meta.url), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('/')).map((line) => line.trim().split(/\s+/));
  return new Map(
    rows.map(([path = '', ...marks]) => [
      path,
      Object.fromEntries(columns.map((column, i) => [column, marks[i] === 'yes'])) as Record<Column, boolean>,
    ]),
  );
}

const table = readTable();
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** Permissions are checked before the input, so an empty body shows the result without side effects. */
async function isLetIn(client: Client, path: string): Promise<boolean> {
  const { envelope } = await client.raw(path, {});
  return envelope.code !== 401 && envelope.code !== 16;
}

test('the table names every call and no other', () => {
  expect([...table.keys()].sort()).toEqual(
    everyCall()
      .map(({ call }) => call.path)
      .sort(),
  );
});

test.each(columns)('%s may make exactly the calls that the table says', async (column) => {
  const signIn = () => (column === 'anonymous' ? Promise.resolve(app.client()) : app.login(column));
  let client = await signIn();
  const actual: string[] = [];
  const expected: string[] = [];
  for (const [path, row] of table) {
    if (await isLetIn(client, path)) actual.push(path);
    if (row[column]) expected.push(path);
    // This call ends the session if it is allowed.
    if (path.endsWith('/login/out')) client = await signIn();
  }
  expect(actual).toEqual(expected);
});
