import { expect, test } from 'vitest';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { testApp } from '#test/helpers/app.ts';
import { makeOrder, makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

const powers = {
  worker: ['order.read', 'order.do'],
  colleague: ['order.read', 'order.do'],
  checker: ['order.read', 'order.check'],
};
const names = ['worker', 'colleague', 'checker'] as const;

test('an order waits for whoever does the work, and once it is done for those who check it', async () => {
  const app = await testApp();
  const admin = await app.login('admin');
  const people = await Promise.all(
    names.map(async (name) => {
      const person = await makeUser(app.db, await makeRole(app.db, powers[name]));
      return { name, user_id: person.user_id, client: await app.login(person.account) };
    }),
  );
  const made = { order_type_id: await makeType(admin), assignee_id: people[0]?.user_id };
  const waitsFor = async (state: 'in_progress' | 'awaiting_check' | 'closed') => {
    const order_id = await makeOrder(app.db, admin, { ...made, state });
    const asked = people.map(async ({ name, client }) => {
      const { total } = await client.send(orders.list, { order_id, mine: 'todo' });
      return total > 0 ? [name] : [];
    });
    return (await Promise.all(asked)).flat();
  };
  expect(await waitsFor('in_progress')).toEqual(['worker']);
  expect(await waitsFor('awaiting_check')).toEqual(['checker']);
  expect(await waitsFor('closed')).toEqual([]);
});
