import { beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { unmappedCodes } from '#shared/contract/packets/packets.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { station } from '#test/helpers/station.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('CODES', '编码站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('CODES')).toBeDefined(), 30_000);
  const { send, next } = await station(app.gateway.port);
  for (const time of ['20261115095800', '20261115095900']) {
    send(upload('CODES', '2051', time, { a34004: 7, zz9999: 3.5 }));
    await next();
  }
  await vi.waitFor(async () => expect(await listed()).toHaveLength(1), 30_000);
});

const listed = async (query = {}, client = admin) => (await client.send(unmappedCodes.list, query)).data_info;

test('a code without a factor is listed with what it said, how often and when', async () => {
  await vi.waitFor(async () => expect((await listed())[0]?.count).toBe(2), 30_000);
  expect(await listed({ keyword: 'ZZ99' })).toMatchObject([
    { wire_code: 'zz9999', suffix: 'avg', value: '3.5', site_name: '编码站', agreement_name: 'HJ 212-2017' },
  ]);
  expect(await listed({ agreement_id: 2 })).toEqual([]);
});

test('whoever may not see the site does not see its codes', async () => {
  const other = await makeUser(app.db, await makeRole(app.db, ['packet.read']));
  expect(await listed({}, await app.login(other.account))).toEqual([]);
});

test('once its protocol maps it, it is listed no more; a suffix that nobody knows still is', async () => {
  await app.db.run(sql`
    insert into unmapped_code (site_id, wire_code, suffix, value)
    select site_id, 'zz9999', 'ValidNum', '10' from site where mn = 'CODES'`);
  await app.db.run(
    sql`insert into agreement_code (agreement_id, wire_code, component_id) values (1, 'zz9999', 1)`,
  );
  expect(await listed()).toMatchObject([{ wire_code: 'zz9999', suffix: 'ValidNum', value: '10' }]);
});
