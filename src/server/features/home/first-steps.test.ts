import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { firstSteps } from '#shared/contract/home/first-steps.ts';
import { unregistered, unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { station } from '#test/helpers/station.ts';
import { storedPackets } from '#test/helpers/stored.ts';
import { until } from '#test/helpers/until.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

test('each step counts as done when it is, and a device that is no site is heard', async () => {
  const { done, gateway, heard } = await admin.send(firstSteps.data, {});
  expect(done).toContain('password');
  expect(done).not.toContain('title');
  expect(gateway).toMatchObject({ address: null, port: app.config.gatewayPort });
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, {
    version,
    platform_title: '滨海监测',
    gateway_address: 'gw.example.cn',
  });
  await admin.send(products.add, { product_name: '网格化' });
  await expect.poll(async () => (await admin.send(firstSteps.data, {})).done).toContain('title');
  const after = await admin.send(firstSteps.data, {});
  expect(after.done).toContain('product_line');
  expect(after.gateway.address).toBe('gw.example.cn');
  expect(heard).toBeNull();
  await app.db.run(sql`
    insert into unregistered_device (mn, first_at, last_at, packets) values ('A1B2C3', now(), now(), 1)`);
  expect((await admin.send(firstSteps.data, {})).heard).toMatchObject({ mn: 'A1B2C3', registered: false });
});

test('the first packet stays seen when its device becomes a site that has not sent since', async () => {
  const mn = 'FIRSTSEEN';
  const device = await station(app.gateway.port);
  device.send(upload(mn, '2011', '20261115095900', { a34004: 35 }));
  await until(
    () => storedPackets(app.db, { site_ids: [], strangers: { mn, except: [] } }),
    ({ length }) => length > 0,
  );
  const listed = async () => (await admin.send(unregistered.list, {})).data_info;
  await until(listed, (devices) => devices.some((device) => device.mn === mn));
  await app.db.run(sql`delete from unregistered_device where mn <> ${mn}`);
  await admin.send(unregisteredActions.adopt, { mn });
  const { done, heard } = await admin.send(firstSteps.data, {});
  expect(done).toContain('packet');
  expect(heard).toMatchObject({ mn, registered: true });
});

test('an address with a port is refused', async () => {
  const { version } = await admin.send(platformConfig.data, {});
  await expect(
    admin.send(platformConfig.set, { version, gateway_address: 'gw.example.cn:8212' }),
  ).rejects.toMatchObject({ envelope: { fields: [{ field: 'gateway_address', problem: 'bad_host' }] } });
});

test('putting it away holds for everyone', async () => {
  await admin.send(firstSteps.dismiss, {});
  const manager = await app.login('manager');
  expect((await manager.send(firstSteps.data, {})).dismissed).toBe(true);
});

test('files keep the types and the size that are set', async () => {
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, { version, file_types: '.txt, md', file_max_mb: 1 });
  await expect.poll(() => app.app.settings.current.file_types).toBe('.txt, md');
  expect(await admin.upload('a.md', 'words', 'upload')).toMatchObject({ code: 0 });
  expect(await admin.upload('a.zip', 'PK\u0003\u0004', 'upload')).toMatchObject({
    detail: 'file_type_refused',
  });
  expect(await admin.upload('b.md', 'x'.repeat(1_100_000), 'upload')).toMatchObject({
    detail: 'file_too_large',
  });
});
