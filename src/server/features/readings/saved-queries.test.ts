import { beforeAll, expect, test } from 'vitest';
import { MOST_QUERIES, savedQueries } from '#shared/contract/readings/saved-queries.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let other: Client;
const page = 'history' as const;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  other = await app.login((await makeUser(app.db, await makeRole(app.db, []))).account);
});

test('questions are saved by name and the last one beside them, for their user alone', async () => {
  await admin.send(savedQueries.save, { page, query_name: '周报', params: 'sites=1' });
  await admin.send(savedQueries.save, { page, query_name: '周报', params: 'sites=1,2' });
  await admin.send(savedQueries.remember, { page, params: 'sites=3' });
  await admin.send(savedQueries.remember, { page, params: 'sites=4' });
  const { last, saved } = await admin.send(savedQueries.data, { page });
  expect(last).toBe('sites=4');
  expect(saved).toMatchObject([{ query_name: '周报', params: 'sites=1,2' }]);
  expect(await other.send(savedQueries.data, { page })).toEqual({ last: null, saved: [] });
  const query_id = saved[0]?.query_id ?? 0;
  await expect(other.send(savedQueries.remove, { query_id })).rejects.toMatchObject({ fault: 'no_data' });
  await admin.send(savedQueries.remove, { query_id });
  expect((await admin.send(savedQueries.data, { page })).saved).toEqual([]);
});

test('there are so many and no more, but one that is there can still be changed', async () => {
  for (let nth = 0; nth < MOST_QUERIES; nth += 1)
    await other.send(savedQueries.save, { page, query_name: `q${nth}`, params: 'a=1' });
  await expect(
    other.send(savedQueries.save, { page, query_name: 'more', params: 'a=1' }),
  ).rejects.toMatchObject({ envelope: { fields: [{ problem: 'too_many_queries' }] } });
  await other.send(savedQueries.save, { page, query_name: 'q0', params: 'a=2' });
  await expect(other.send(savedQueries.save, { page, query_name: ' ', params: 'a=1' })).rejects.toMatchObject(
    {
      fault: 'parameter_error',
    },
  );
});
