import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions, orders } from '#shared/contract/work-orders/orders.ts';
import { orderTypeActions, orderTypes } from '#shared/contract/work-orders/types.ts';
import { type OrderAct, orderActs, orderStates, orderStep } from '#shared/domain/order-steps.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeOrder, makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
const person: Record<'worker' | 'maker' | 'checker', Person> = {} as never;
const client: Record<'worker' | 'maker' | 'checker', Client> = {} as never;
const site: Record<'mine' | 'other', number> = { mine: 0, other: 0 };
let plain: number;
let unchecked: number;

const powers = {
  worker: ['order.read', 'order.do', 'file.write'],
  maker: ['order.read', 'order.add', 'order.do'],
  checker: ['order.read', 'order.check'],
};

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  for (const name of ['mine', 'other'] as const) {
    const row = await app.db.one<{ id: number }>(
      sql`insert into site (mn, site_name) values (${`order-${name}`}, ${name}) returning site_id as id`,
    );
    site[name] = row?.id ?? 0;
  }
  for (const name of ['worker', 'maker', 'checker'] as const) {
    person[name] = await makeUser(app.db, await makeRole(app.db, powers[name]));
    await app.db.run(
      sql`insert into user_site (user_id, site_id) values (${person[name].user_id}, ${site.mine})`,
    );
    client[name] = await app.login(person[name].account);
  }
  plain = await makeType(admin);
  unchecked = await makeType(admin, { needs_check: false });
});

const step = (who: Client, order_id: number, act: OrderAct, more: object = {}) => {
  const said = { order_id, note: '原因', ...more };
  if (act === 'check_pass' || act === 'check_fail') return who.send(orderActions.check, { ...said, act });
  if (act === 'close' || act === 'cancel' || act === 'reopen')
    return who.send(orderActions.close, { ...said, act });
  return who.send(orderActions.do, { ...said, act });
};
const stateOf = async (order_id: number) => (await admin.send(orders.list, { order_id })).data_info[0]?.state;

describe('of the steps of an order', () => {
  test.each(orderStates)('exactly the allowed ones pass from %s, for an administrator', async (state) => {
    for (const [order_type_id, needsCheck] of [[plain, true] as const, [unchecked, false] as const]) {
      for (const act of orderActs) {
        const order_id = await makeOrder(app.db, admin, { order_type_id, state });
        const to = orderStep(state, act, needsCheck);
        if (to) expect(await step(admin, order_id, act)).toEqual({ state: to });
        else await expect(step(admin, order_id, act)).rejects.toMatchObject({ fault: 'processing_failed' });
        expect(await stateOf(order_id)).toBe(to ?? state);
      }
    }
  });

  /** The users who may take each step, among those who see the site. */
  const who: Record<OrderAct, (keyof typeof powers)[]> = {
    accept: ['worker'],
    start: ['worker'],
    hold: ['worker'],
    do: ['worker'],
    check_pass: ['checker'],
    check_fail: ['checker'],
    close: ['maker'],
    cancel: ['maker'],
    reopen: ['maker'],
  };
  test.each(orderActs)('%s is only for those whose step it is', async (act) => {
    const state = orderStates.find((one) => orderStep(one, act, true)) ?? 'pending';
    for (const name of ['worker', 'maker', 'checker'] as const) {
      const order_id = await makeOrder(app.db, client.maker, {
        order_type_id: plain,
        site_id: site.mine,
        state,
        assignee_id: person.worker.user_id,
      });
      const tried = step(client[name], order_id, act);
      if (who[act].includes(name)) await tried;
      else
        await expect(tried).rejects.toMatchObject({ fault: expect.stringMatching(/authority|permission/) });
      const isDone = who[act].includes(name);
      expect(await stateOf(order_id)).toBe(isDone ? orderStep(state, act, true) : state);
    }
  });

  test('of many at once one wins, and one step is on record', async () => {
    for (let round = 0; round < 5; round++) {
      const order_id = await makeOrder(app.db, admin, { order_type_id: plain });
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, () => step(admin, order_id, 'accept')),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { data_info } = await admin.send(orderComments.data, { order_id });
      expect(data_info.filter(({ did }) => did === 'accept')).toHaveLength(1);
    }
  });

  test('whoever reads an order may watch it, hears of it, and may stop; nobody else does', async () => {
    const order_id = await makeOrder(app.db, admin, { order_type_id: plain, site_id: site.mine });
    const elsewhere = await makeOrder(app.db, admin, { order_type_id: plain, site_id: site.other });
    const watch = (watches: boolean, id = order_id) =>
      client.checker.send(orderActions.watch, { order_id: id, watches });
    const watched = async () =>
      (await client.checker.send(orders.list, { mine: 'watched' })).data_info.map((one) => one.order_id);
    await watch(true);
    await watch(true);
    expect(await watched()).toEqual([order_id]);
    await expect(watch(true, elsewhere)).rejects.toMatchObject({ fault: 'no_authority' });
    await step(admin, order_id, 'cancel');
    const heard = await app.db.one<{ count: number }>(sql`
      select count(*) from message where user_id = ${person.checker.user_id}
         and subject like ${`%#${order_id} %`}`);
    expect(heard?.count).toBe(1);
    await watch(false);
    expect(await watched()).toEqual([]);
  });

  test('its words stay in both languages until somebody writes words of their own', async () => {
    const { order_id } = await admin.send(orderActions.add, {
      ...{ order_type_id: plain, order_title: '离线', order_title_en: 'Offline' },
      ...{ description: '离线 · 开始', description_en: 'Offline · started' },
    });
    const edit = async (changes: object) => {
      const { version } = await admin.send(orderActions.get, { order_id });
      await admin.send(orderActions.edit, { order_id, version, ...changes });
      return admin.send(orderActions.get, { order_id });
    };
    const kept = { order_title: '离线', order_title_en: 'Offline', description_en: 'Offline · started' };
    expect(await edit({ order_title: 'Offline', description: '离线 · 开始' })).toMatchObject(kept);
    expect((await admin.send(orders.list, { keyword: 'Offl' })).data_info).toMatchObject([{ order_id }]);
    expect(await edit({ order_title: '换卡', description: '' })).toMatchObject({
      ...{ order_title: '换卡', order_title_en: '', description: '', description_en: '' },
    });
  });

  test('a hold and a return want a reason', async () => {
    const order_id = await makeOrder(app.db, admin, { order_type_id: plain, state: 'in_progress' });
    const refused = { envelope: { fields: [{ field: 'note', problem: 'required' }] } };
    await expect(step(admin, order_id, 'hold', { note: '' })).rejects.toMatchObject(refused);
    await step(admin, order_id, 'do');
    await expect(step(admin, order_id, 'check_fail', { note: ' ' })).rejects.toMatchObject(refused);
    expect(await stateOf(order_id)).toBe('awaiting_check');
  });

  test('an order for a group is accepted by its first member, and by nobody else', async () => {
    const group = await app.db.one<{ id: number }>(
      sql`insert into user_group (user_group_name) values ('维修班') returning user_group_id as id`,
    );
    const user_group_id = group?.id ?? 0;
    await app.db.run(sql`
      insert into user_group_member (user_group_id, user_id) values (${user_group_id}, ${person.worker.user_id})`);
    const { order_id } = await admin.send(orderActions.add, {
      order_type_id: plain,
      order_title: '班组',
      assign: 'group',
      user_group_id,
    });
    await expect(step(client.maker, order_id, 'accept')).rejects.toMatchObject({ fault: 'no_authority' });
    await step(client.worker, order_id, 'accept');
    const shown = await client.worker.send(orderActions.get, { order_id });
    expect(shown).toMatchObject({ state: 'accepted', assignee_id: person.worker.user_id });
    expect(shown.may).toEqual(['start']);
  });
});

describe('an order of a site', () => {
  test('is neither seen nor touched by those who do not see the site', async () => {
    const order_id = await makeOrder(app.db, admin, { order_type_id: plain, site_id: site.other });
    const mine = await makeOrder(app.db, admin, { order_type_id: plain, site_id: site.mine });
    const listed = await client.worker.send(orders.list, { page_size: 1000 });
    const ids = listed.data_info.map((one) => one.order_id);
    expect(ids).toContain(mine);
    expect(ids).not.toContain(order_id);
    const refused = { fault: 'no_authority' };
    await expect(client.worker.send(orderActions.get, { order_id })).rejects.toMatchObject(refused);
    await expect(step(client.worker, order_id, 'accept')).rejects.toMatchObject(refused);
    await expect(client.worker.send(orderComments.data, { order_id })).rejects.toMatchObject(refused);
    await expect(client.worker.send(orderComments.send, { order_id, body: '?' })).rejects.toMatchObject(
      refused,
    );
    await expect(
      client.maker.send(orderActions.add, { order_type_id: plain, order_title: '?', site_id: site.other }),
    ).rejects.toMatchObject(refused);
  });

  test('goes to nobody who cannot see the site', async () => {
    const stranger = await makeUser(app.db, await makeRole(app.db, powers.worker));
    await expect(
      admin.send(orderActions.add, {
        order_type_id: plain,
        order_title: '派单',
        site_id: site.mine,
        assign: 'person',
        assignee_id: stranger.user_id,
      }),
    ).rejects.toMatchObject({ envelope: { fields: [{ field: 'assignee_id', problem: 'sees_not_site' }] } });
  });
});

describe('its form', () => {
  const fields = [
    { key: 'cause', label: '原因', kind: 'text', required: true },
    { key: 'flow', label: '流量', kind: 'number', min: 1, max: 2 },
    { key: 'result', label: '结果', kind: 'choice', options: ['好', '坏'] },
  ] as const;
  const checklist = [{ key: 'pump', label: '泵', kind: 'pass_fail' }] as const;

  test('says question by question what is missing or wrong, and loses nothing', async () => {
    const order_type_id = await makeType(admin, { fields, checklist });
    const order_id = await makeOrder(app.db, admin, { order_type_id, state: 'in_progress' });
    await expect(
      step(admin, order_id, 'do', { answers: { flow: 3, result: '中', other: 'x' } }),
    ).rejects.toMatchObject({
      envelope: {
        fields: [
          { field: 'answers.cause', problem: 'required' },
          { field: 'answers.flow', problem: 'too_big', params: { max: 2 } },
          { field: 'answers.result', problem: 'bad_choice' },
          { field: 'checks.pump', problem: 'required' },
          { field: 'answers.other', problem: 'unknown_field' },
        ],
      },
    });
    expect(await stateOf(order_id)).toBe('in_progress');
    const answers = { cause: '泵坏了', flow: 1.5, result: '好' };
    await step(admin, order_id, 'do', { answers, checks: { pump: { passed: false, note: '异响' } } });
    expect(await admin.send(orderActions.get, { order_id })).toMatchObject({
      answers,
      checks: { pump: { passed: false, note: '异响' } },
    });
  });

  test('stays as it was when the order was made', async () => {
    const order_type_id = await makeType(admin, { fields });
    const order_id = await makeOrder(app.db, admin, { order_type_id, state: 'in_progress' });
    const [type] = (await admin.send(orderTypes.list, { order_type_id })).data_info;
    await admin.send(orderTypes.edit, {
      order_type_id,
      version: type?.version ?? 0,
      fields: [],
      needs_check: false,
    });
    await admin.send(orderTypes.edit, {
      order_type_id,
      version: (type?.version ?? 0) + 1,
      remark: '不是新表单',
    });
    const shown = await admin.send(orderActions.get, { order_id });
    expect(shown).toMatchObject({ form_number: 1, needs_check: true });
    expect(shown.fields.map(({ key }) => key)).toEqual(['cause', 'flow', 'result']);
    const { data_info } = await admin.send(orderTypeActions.forms, { order_type_id });
    expect(data_info.map(({ number, orders }) => [number, orders])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    await expect(admin.send(orderTypes.remove, { order_type_id })).rejects.toMatchObject({
      fault: 'delete_failed',
    });
  });
});

describe('its timeline', () => {
  test('tells the one who is mentioned, and holds steps and comments in their order', async () => {
    const order_id = await makeOrder(app.db, admin, {
      order_type_id: plain,
      site_id: site.mine,
      assignee_id: person.worker.user_id,
    });
    await step(client.worker, order_id, 'accept');
    await admin.send(orderComments.send, {
      order_id,
      body: '请带备件',
      mentions: [person.worker.user_id, person.checker.user_id],
    });
    await expect(admin.send(orderComments.send, { order_id })).rejects.toMatchObject({
      envelope: { fields: [{ field: 'body', problem: 'required' }] },
    });
    const { data_info } = await client.worker.send(orderComments.data, { order_id });
    expect(data_info.map(({ did }) => did)).toEqual(['add', 'accept', 'comment']);
    const told = await app.db.rows<{ user_id: number }>(sql`
      select user_id from message where kind = 'order' and body like '%请带备件%' order by user_id`);
    expect(told.map(({ user_id }) => user_id)).toEqual(
      [person.worker.user_id, person.checker.user_id].sort((a, b) => a - b),
    );
  });

  test('names nobody who is not there, is sealed or cannot see its station', async () => {
    const order_id = await makeOrder(app.db, admin, { order_type_id: plain, site_id: site.other });
    const sealed = await makeUser(app.db, 0);
    await app.db.run(sql`update user_account set status = 'sealed' where user_id = ${sealed.user_id}`);
    const root = admin.user?.user_id ?? 0;
    await expect(
      admin.send(orderComments.send, {
        order_id,
        body: '看看',
        mentions: [root, person.worker.user_id, sealed.user_id, 99_999_999],
      }),
    ).rejects.toMatchObject({
      fault: 'parameter_error',
      envelope: {
        fields: [
          { field: 'mentions.1', problem: 'sees_not_site' },
          { field: 'mentions.2', problem: 'unknown_value' },
          { field: 'mentions.3', problem: 'unknown_value' },
        ],
      },
    });
    expect((await admin.send(orderComments.data, { order_id })).data_info.map(({ did }) => did)).toEqual([
      'add',
    ]);
    // Everybody may be mentioned in an order without a site.
    const anywhere = await makeOrder(app.db, admin, { order_type_id: plain });
    await admin.send(orderComments.send, {
      order_id: anywhere,
      body: '看看',
      mentions: [person.worker.user_id],
    });
  });
});

describe('its deadline', () => {
  /** Signs in again, because moving the clock expires the session. */
  const at = async (now: string) => {
    app.clock.now = new Date(now);
    admin = await app.login('admin');
  };
  const office = Array(5).fill([['08:00', '18:00']]);
  test('counts working hours, and stands still while it is on hold', async () => {
    const { version } = await admin.send(orderCalendar.data, {});
    await admin.send(orderCalendar.set, { version, hours: [...office, [], []], days: {} });
    await expect(
      admin.send(orderCalendar.set, { version, hours: [...office, [], []], days: {} }),
    ).rejects.toMatchObject({ fault: 'update_failed' });
    const order_type_id = await makeType(admin, { response_minutes: 30, completion_minutes: 600 });
    // A Friday afternoon, 17:00 in Shanghai.
    await at('2026-11-20T09:00:00Z');
    const { order_id } = await admin.send(orderActions.add, { order_type_id, order_title: '周五下午' });
    const read = () => admin.send(orderActions.get, { order_id });
    expect(await read()).toMatchObject({
      response_due_at: '2026-11-20T09:30:00.000Z',
      due_at: '2026-11-23T09:00:00.000Z',
      overdue: false,
    });
    await at('2026-11-20T09:40:00Z');
    expect(await read()).toMatchObject({ overdue: true });
    await step(admin, order_id, 'accept');
    await step(admin, order_id, 'start');
    await step(admin, order_id, 'hold');
    await at('2026-11-23T01:00:00Z');
    await step(admin, order_id, 'start');
    // The order was on hold for 20 minutes of Friday and an hour of Monday.
    expect(await read()).toMatchObject({ due_at: '2026-11-24T00:20:00.000Z' });
  });
});

test('commands to the station while an order is open are on its timeline', async () => {
  const order_id = await makeOrder(app.db, admin, { order_type_id: plain, site_id: site.mine });
  const command = (site_id: number, kind: string, minutes: number) => {
    const at = new Date(app.clock.now.getTime() + minutes * 60_000);
    return app.db.run(sql`
      insert into command (kind, site_id, mn, plan, created_by_name, created_at, expires_at, state)
      values (${kind}, ${site_id}, 'x', '{}', '王工', ${at}, ${at}, 'succeeded')`);
  };
  await command(site.mine, 'time_set', -1);
  await command(site.mine, 'time_read', 1);
  await command(site.other, 'time_read', 1);
  const { data_info } = await admin.send(orderComments.data, { order_id });
  expect(data_info.filter(({ kind }) => kind === 'command')).toMatchObject([
    { actor: '王工', did: 'succeeded', details: { kind: 'time_read' } },
  ]);
});
