import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { orderStatistics } from '#shared/contract/work-orders/statistics.ts';
import { addAlarm } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let viewer: Client;
let order_type_id: number;
const site: number[] = [];
const period = { created_at_from: '2026-11-01T00:00:00Z', created_at_to: '2026-11-11T00:00:00Z' };

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  order_type_id = await makeType(admin);
  for (const mn of ['st-1', 'st-2']) {
    const row = await app.db.one<{ site_id: number }>(
      sql`insert into site (mn, site_name) values (${mn}, ${mn}) returning site_id`,
    );
    site.push(row?.site_id ?? 0);
  }
  const person = await makeUser(app.db, await makeRole(app.db, ['order.read']));
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site[0]})`);
  viewer = await app.login(person.account);
  const form = await app.db.one<{ form_id: number }>(
    sql`select form_id from order_form where order_type_id = ${order_type_id}`,
  );
  // Hours after the creation: accepted, done, closed, due; then the number of returns.
  const rows: [number | undefined, number, number | null, number | null, number, number][] = [
    [site[0], 1, 5, 6, 10, 0],
    [site[0], 3, 15, 16, 10, 1],
    [site[1], 2, null, null, 1000, 0],
  ];
  for (const [site_id, accepted, done, closed, due, returned] of rows) {
    const at = (hours: number | null) => hours && new Date(Date.UTC(2026, 10, 2, hours));
    await app.db.run(sql`
      insert into work_order (order_type_id, form_id, needs_check, site_id, order_title, made_by_name, created_at, state,
                              accepted_at, done_at, closed_at, due_at, returned, assignee_id)
      values (${order_type_id}, ${form?.form_id}, true, ${site_id}, 'x', 'x', ${new Date(Date.UTC(2026, 10, 2))},
              ${closed ? 'closed' : 'accepted'}, ${at(accepted)}, ${at(done)}, ${at(closed)}, ${at(due)}, ${returned},
              ${person.user_id})`);
  }
});

test('say how fast, how punctual and how thorough the work was', async () => {
  const answer = await admin.send(orderStatistics.data, { ...period, order_type_id });
  expect(answer).toMatchObject({
    ...{ count: 3, open: 1, overdue: 1, timed: 2, on_time: 1, fixed: 2, first_time: 1 },
    ...{ response: 2 * 3600, repair: 10 * 3600 },
  });
  expect(answer.by_month).toMatchObject([{ month: '2026-11', count: 3 }]);
  expect(answer.by_site.map(({ name, count }) => [name, count])).toEqual([
    ['st-1', 2],
    ['st-2', 1],
  ]);
  expect(answer.by_person).toHaveLength(1);
  expect(answer.by_type).toMatchObject([{ id: order_type_id, count: 3 }]);
});

test('count only what the asker may see', async () => {
  const answer = await viewer.send(orderStatistics.data, period);
  expect(answer).toMatchObject({ count: 2, by_site: [{ name: 'st-1' }] });
});

test('say how long stations were online', async () => {
  for (const site_id of site)
    await addAlarm(app.db, {
      site_id,
      kind: 'offline',
      from_at: new Date('2026-10-31T00:00:00Z'),
      ended_at: new Date('2026-11-02T00:00:00Z'),
    });
  const answer = await viewer.send(orderStatistics.data, period);
  // One of ten days; time before the period is not counted.
  expect(answer.availability).toEqual([{ site_id: site[0], site_name: 'st-1', mn: 'st-1', share: 0.9 }]);
});
