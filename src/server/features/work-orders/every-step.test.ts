import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { type OrderAct, type OrderState, orderActs, orderStates } from '#shared/domain/order-steps.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

/** All but the outsider see the site. `worker` is the assignee, `maker` the creator. */
const powers = {
  worker: ['order.read', 'order.do'],
  maker: ['order.read', 'order.add', 'order.do'],
  checker: ['order.read', 'order.check'],
  bystander: ['order.read', 'order.add', 'order.do'],
  reader: ['order.read'],
  outsider: ['order.read', 'order.add', 'order.do', 'order.check', 'order.manage'],
  manager: ['order.read', 'order.add', 'order.do', 'order.check', 'order.manage'],
};
type Role = keyof typeof powers | 'admin';
const roles = [...(Object.keys(powers) as (keyof typeof powers)[]), 'admin'] as const;

const work: OrderAct[] = ['accept', 'start', 'hold', 'do'];
const checks: OrderAct[] = ['check_pass', 'check_fail'];
const ends: OrderAct[] = ['close', 'cancel', 'reopen'];
const mayTake: Record<Role, readonly OrderAct[]> = {
  worker: work,
  maker: ends,
  checker: checks,
  bystander: [],
  reader: [],
  outsider: [],
  manager: orderActs,
  admin: orderActs,
};

let app: TestApp;
const client = {} as Record<Role, Client>;
const user_id = {} as Record<Role, number>;
const type = {} as Record<'checked' | 'unchecked', number>;
let site_id = 0;
/** The answers of `npm run -s try -- order`. */
const tried = new Map<string, OrderState | null>();

const keyOf = (state: OrderState, act: OrderAct, needs_check: boolean) => `${state} ${act} ${needs_check}`;
const everything = orderStates.flatMap((state) =>
  orderActs.flatMap((act) => [true, false].map((needs_check) => ({ state, act, needs_check }))),
);

async function askTool(): Promise<void> {
  const tool = spawn(process.execPath, ['--import', 'tsx', 'tools/try.ts', 'order'], { cwd: projectRoot });
  tool.stdin.end(everything.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const lines = (await text(tool.stdout)).trim().split('\n');
  expect(lines).toHaveLength(everything.length);
  for (const [at, { state, act, needs_check }] of everything.entries())
    tried.set(keyOf(state, act, needs_check), (JSON.parse(lines[at] ?? '') as { to: OrderState | null }).to);
}

beforeAll(async () => {
  await askTool();
  app = await testApp();
  client.admin = await app.login('admin');
  const site = await app.db.one<{ site_id: number }>(
    sql`insert into site (mn, site_name) values ('every-step', '站') returning site_id`,
  );
  site_id = site?.site_id ?? 0;
  for (const [role, codes] of Object.entries(powers) as [keyof typeof powers, string[]][]) {
    const person = await makeUser(app.db, await makeRole(app.db, codes));
    user_id[role] = person.user_id;
    if (role !== 'outsider')
      await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site_id})`);
    client[role] = await app.login(person.account);
  }
  type.checked = await makeType(client.admin);
  type.unchecked = await makeType(client.admin, { needs_check: false });
});

async function newOrder(needs_check: boolean): Promise<number> {
  const { order_id } = await client.maker.send(orderActions.add, {
    order_type_id: needs_check ? type.checked : type.unchecked,
    order_title: 'x',
    site_id,
  });
  return order_id;
}

/** Sets the state as if the order had reached it. */
async function put(order_id: number, state: OrderState): Promise<void> {
  await app.db.run(sql`
    update work_order set state = ${state}, assignee_id = ${user_id.worker},
           held_at = case when ${state === 'on_hold'} then created_at end,
           closed_at = case when ${state === 'closed' || state === 'cancelled'} then created_at end
     where order_id = ${order_id}`);
}

const stateOf = async (order_id: number) =>
  (await app.db.one<{ state: OrderState }>(sql`select state from work_order where order_id = ${order_id}`))
    ?.state;

function step(who: Client, order_id: number, act: OrderAct): Promise<{ state: OrderState }> {
  const said = { order_id, note: '原因' };
  if (act === 'check_pass' || act === 'check_fail') return who.send(orderActions.check, { ...said, act });
  if (act === 'close' || act === 'cancel' || act === 'reopen')
    return who.send(orderActions.close, { ...said, act });
  return who.send(orderActions.do, { ...said, act });
}

describe.each(orderStates)('from %s', (state) => {
  test.each([true, false])(
    'every step of every role is as the table says, needs a check: %s',
    async (needs) => {
      const order_id = await newOrder(needs);
      for (const role of roles) {
        for (const act of orderActs) {
          await put(order_id, state);
          const to = tried.get(keyOf(state, act, needs));
          const isAllowed = to != null && mayTake[role].includes(act);
          const found = await step(client[role], order_id, act).then(
            (moved) => moved.state,
            (error: { fault?: string }) => error.fault,
          );
          const refused = mayTake[role].includes(act)
            ? 'processing_failed'
            : expect.stringMatching(/authority|permission/);
          expect(found, `${role} ${act}`).toEqual(isAllowed ? to : refused);
          expect(await stateOf(order_id), `${role} ${act}`).toBe(isAllowed ? to : state);
        }
      }
    },
  );
});

/** For a thousand rounds run `npm run bench -- order-race`. */
test('of two hundred at once one wins', async () => {
  for (const [state, act] of [
    ['pending', 'accept'],
    ['awaiting_check', 'check_pass'],
    ['closed', 'reopen'],
  ] as const) {
    const order_id = await newOrder(true);
    await put(order_id, state);
    const tries = await Promise.allSettled(
      Array.from({ length: 200 }, () => step(client.admin, order_id, act)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { data_info } = await client.admin.send(orderComments.data, { order_id });
    expect(data_info.filter(({ did }) => did === act)).toHaveLength(1);
  }
});
