import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { maintenanceWindows } from '#shared/contract/alarms/maintenance.ts';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { commandActions } from '#shared/contract/control/commands.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { newDevice } from '#test/helpers/commands.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
/** Reads the audit log and sees one of the two sites. */
let reader: Client;
const site = { seen: 0, unseen: 0 };
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const person = await makeUser(app.db, await makeRole(app.db, ['audit.read']));
  for (const name of ['seen', 'unseen'] as const) site[name] = (await newDevice(app)).site_id;
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site.seen})`);
  reader = await app.login(person.account);
});

const of = async (who: Client, entity: string) =>
  (await who.send(audit.list, { entity, page_size: 1000 })).data_info;

/** An action on each of the two sites, by the entity of its audit entry. */
const acts: Record<string, (site_id: number, name: string) => Promise<unknown>> = {
  alarm_rule: (site_id) =>
    admin.send(alarmRules.add, {
      ...{ scope: 'site', site_id, component_id: 1, data_type: 'hour', high_alarm: 9 },
    } as never),
  maintenance_window: (site_id, name) =>
    admin.send(maintenanceWindows.add, {
      ...{ scope: 'site', site_id, reason: name },
      ...{ starts_at: '2026-11-15T00:00:00Z', ends_at: '2026-11-15T02:00:00Z' },
    } as never),
  alarm_route: (site_id, name) =>
    admin.send(alarmRoutes.add, { route_name: name, scope: 'site', site_id, everyone: true } as never),
  work_order: async (site_id, name) => {
    const order_type_id = await makeType(admin);
    const { order_id } = await admin.send(orderActions.add, { order_type_id, site_id, order_title: name });
    await admin.send(orderComments.send, { order_id, body: `comment on ${name}` });
    await admin.send(orderActions.watch, { order_id, watches: true });
  },
  command: async (site_id, name) => {
    await admin.send(controlLease.open, { site_ids: [site_id] });
    await admin.send(commandActions.send, { kind: 'time_read', targets: [{ site_id }], reason: name });
  },
};

test.each(Object.keys(acts))(
  'of %s only what was done at one’s sites is read in the audit log',
  async (entity) => {
    const act = acts[entity];
    await act?.(site.seen, `${entity} seen here`);
    const seen = (await of(reader, entity)).length;
    expect(seen).toBeGreaterThan(0);
    await act?.(site.unseen, `${entity} done elsewhere`);
    expect(await of(reader, entity)).toHaveLength(seen);
    expect((await of(admin, entity)).length).toBeGreaterThan(seen);
  },
);

test('of a command to several devices the log tells only of those that are seen, and not what each was told', async () => {
  const site_ids = [site.seen, site.unseen];
  await admin.send(commandActions.send, {
    ...{ kind: 'timeout_set', reason: 'both' },
    targets: site_ids.map((site_id) => ({ site_id, params: { seconds: 7, times: 3 } })),
  });
  const both = (rows: Awaited<ReturnType<typeof of>>) =>
    rows.find(({ after }) => after?.reason === 'both')?.after;
  expect(both(await of(admin, 'command'))).toMatchObject({
    site_ids,
    params: [{ seconds: 7 }, { seconds: 7 }],
  });
  const told = both(await of(reader, 'command'));
  expect(told?.site_ids).toEqual([site.seen]);
  expect(told).not.toHaveProperty('params');
  const [alone] = (await of(reader, 'command')).filter(({ after }) => after?.kind === 'time_read');
  expect(alone?.after).toMatchObject({ site_ids: [site.seen], params: [{}] });
});
