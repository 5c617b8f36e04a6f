import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { Challenge } from '#shared/contract/access/sign-in.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import {
  faultReports,
  orderCodes,
  orderRequestActions,
  orderRequests,
} from '#shared/contract/work-orders/requests.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { solve } from '#test/helpers/proof.ts';

let app: TestApp;
let admin: Client;
const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(200, 7)]);
let count = 0;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

/** A new site per test, because limits are per site. */
async function station(): Promise<{ site_id: number; token: string }> {
  count += 1;
  const row = await app.db.one<{ site_id: number }>(
    sql`insert into site (mn, site_name) values (${`qr-${count}`}, ${`站 ${count}`}) returning site_id`,
  );
  const site_id = row?.site_id ?? 0;
  const { data_info } = await admin.send(orderCodes.data, { site_ids: [site_id] });
  return { site_id, token: data_info[0]?.token ?? '' };
}

/** Like the page: solves the requested proof of work and sends the report again. */
async function report(token: string, more: object = {}): Promise<number> {
  const said = { token, description: '机柜冒烟', ...more };
  const asked = await app.client().raw(faultReports.send.path, said);
  expect(asked.envelope.code).not.toBe(0);
  const proof = solve(asked.envelope.data as Challenge);
  return (await app.client().send(faultReports.send, { ...said, proof })).number;
}
const forget = () => app.db.run(sql`update order_request set network = 'elsewhere'`);

test('a passer-by reports a fault with a photo, and a dispatcher makes an order of it', async () => {
  const { site_id, token } = await station();
  expect(await app.client().send(faultReports.look, { token })).toEqual({
    ...{ site_name: `站 ${count}`, site_name_en: `Station ${count}` },
  });
  const request_id = await report(token, { photo: jpeg.toString('base64'), contact: '13800000000' });
  expect(
    await app.db.rows(
      sql`select distinct subject from message where kind = 'order' and subject like ${`%站 ${count} %`}`,
    ),
  ).toEqual([{ subject: `收到报修：站 ${count} · Fault reported at Station ${count}` }]);
  const [row] = (await admin.send(orderRequests.list, { request_id })).data_info;
  expect(row).toMatchObject({ site_id, state: 'new', has_photo: true, contact: '13800000000' });
  const { photo } = await admin.send(orderRequestActions.photo, { request_id });
  expect(Buffer.from(photo, 'base64')).toEqual(jpeg);
  const { order_id } = await admin.send(orderRequestActions.order, {
    ...{ request_id, order_type_id: await makeType(admin), order_title: '冒烟' },
  });
  const order = await admin.send(orderActions.get, { order_id });
  expect(order).toMatchObject({ source: 'request', site_id, files: [{ size: jpeg.length }] });
  const { url } = await admin.send(orderActions.file, { order_id, file_id: order.files[0]?.file_id ?? 0 });
  expect(Buffer.from(await (await admin.download(url)).arrayBuffer())).toEqual(jpeg);
  await forget();
});

test('administrators who see the station are told', async () => {
  const { token } = await station();
  await report(token);
  const told = await app.db.one<{ count: number }>(sql`
    select count(*) as count from message m join user_account u using (user_id)
     where u.account = 'admin' and m.kind = 'order' and m.subject like ${`%站 ${count}%`}`);
  expect(told?.count).toBe(1);
  await forget();
});

test('without the work, with work of another report, or with no JPEG nothing is stored', async () => {
  const { token, site_id } = await station();
  const said = { token, description: '漏水' };
  const { envelope } = await app.client().raw(faultReports.send.path, said);
  const proof = solve(envelope.data as Challenge);
  await app.client().send(faultReports.send, { ...said, proof });
  await expect(app.client().send(faultReports.send, { ...said, proof })).rejects.toMatchObject({
    fault: 'code_required',
  });
  await expect(report(token, { photo: Buffer.from('<svg/>').toString('base64') })).rejects.toMatchObject({
    envelope: { fields: [{ field: 'photo', problem: 'bad_format' }] },
  });
  expect((await admin.send(orderRequests.list, { site_id })).data_info).toHaveLength(1);
  await forget();
});

test('a renewed code makes the printed one worthless, and a forged one never was any', async () => {
  const { token, site_id } = await station();
  const refused = { fault: 'no_data' };
  const [site, number] = token.split('.');
  for (const forged of [`${site}.${number}.AAAAAAAAAAAAAAAAAAAAAA`, 'x', `${token}x`])
    await expect(app.client().send(faultReports.look, { token: forged })).rejects.toMatchObject(refused);
  await admin.send(orderCodes.renew, { site_ids: [site_id] });
  await expect(app.client().send(faultReports.look, { token })).rejects.toMatchObject(refused);
  const { data_info } = await admin.send(orderCodes.data, { site_ids: [site_id] });
  await app.client().send(faultReports.look, { token: data_info[0]?.token ?? '' });
});

test('one address reports ten an hour, and a station gets twenty a day', async () => {
  const { token, site_id } = await station();
  const many = (network: string, rows: number) =>
    app.db.run(sql`
      insert into order_request (site_id, description, created_at, network)
      select ${site_id}, 'x', ${app.clock.now}, ${network} from generate_series(1, ${rows})`);
  await many('127.0.0.1', 10);
  const refused = { envelope: { code: expect.any(Number) }, fault: 'code_too_often' };
  await expect(report(token)).rejects.toMatchObject(refused);
  await forget();
  await many('elsewhere', 9);
  await report(token);
  await forget();
  await expect(report(token)).rejects.toMatchObject(refused);
});

test('of two dispatchers at once one decides', async () => {
  const { token } = await station();
  const request_id = await report(token);
  const order_type_id = await makeType(admin);
  const tries = await Promise.allSettled([
    ...Array.from({ length: 5 }, () =>
      admin.send(orderRequestActions.order, { request_id, order_type_id, order_title: 'x' }),
    ),
    admin.send(orderRequestActions.refuse, { request_id, note: '不是' }),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const made = await app.db.one<{ count: number }>(
    sql`select count(*) as count from work_order where order_type_id = ${order_type_id}`,
  );
  expect(made?.count).toBeLessThanOrEqual(1);
  await forget();
});

test('a request is for those who see its station', async () => {
  const { token } = await station();
  const request_id = await report(token, { photo: jpeg.toString('base64') });
  const person = await makeUser(app.db, await makeRole(app.db, ['order.read', 'order.add']));
  const client = await app.login(person.account);
  expect((await client.send(orderRequests.list, { request_id })).data_info).toEqual([]);
  const refused = { fault: 'no_authority' };
  await expect(client.send(orderRequestActions.photo, { request_id })).rejects.toMatchObject(refused);
  await expect(client.send(orderRequestActions.refuse, { request_id, note: 'x' })).rejects.toMatchObject(
    refused,
  );
  await forget();
});
