import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { json, sql } from '#server/db/sql.ts';
import { deviceInformation } from '#shared/contract/control/information.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { newDevice } from '#test/helpers/commands.ts';
import { webReceiver } from '#test/helpers/receivers.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp({ OUTGOING_PRIVATE: 'true' });
  admin = await app.login('admin');
});

async function siteWithCard(iccid: string) {
  const { site_id } = await newDevice(app);
  await app.db.run(sql`
    insert into device_value (site_id, item, value, at, source)
    values (${site_id}, 'sim.iccid', ${json(iccid)}, ${app.clock.now}, 'read')`);
  return site_id;
}

const set = async (changes: object) => {
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, { version, ...changes });
};

test('without a provider nothing is asked and nothing is shown', async () => {
  const site_id = await siteWithCard('8986001');
  expect(await admin.send(deviceInformation.simUsage, { site_ids: [site_id] })).toEqual({
    ...{ provider: false, data_info: [], total: 0 },
  });
});

test('the provider is asked for the cards that devices told of, signed, and its answer is shown by site', async () => {
  const [one, other] = [await siteWithCard('8986002'), await siteWithCard('8986003')];
  const web = await webReceiver();
  web.answer = (response) => {
    const cards = [{ iccid: '8986002', used_mb: 120.5, total_mb: 500, status: 'active' }];
    response.writeHead(200).end(JSON.stringify({ cards }));
  };
  await set({ sim_usage_url: web.url, sim_usage_secret: 'shared' });
  const { provider, data_info } = await admin.send(deviceInformation.simUsage, { site_ids: [one, other] });
  expect(provider).toBe(true);
  expect(data_info).toMatchObject([
    { site_id: one, iccid: '8986002', used_mb: 120.5, total_mb: 500, status: 'active', expires_at: null },
  ]);
  const [asked] = web.received;
  expect(asked?.body).toEqual({
    cards: [
      { iccid: '8986002', number: '' },
      { iccid: '8986003', number: '' },
    ],
  });
  const signature = createHmac('sha256', 'shared').update(JSON.stringify(asked?.body)).digest('hex');
  expect(asked?.headers['x-lanjing-signature']).toBe(`sha256=${signature}`);
});

test('a provider that fails or talks nonsense is code 171', async () => {
  const site_id = await siteWithCard('8986004');
  const web = await webReceiver();
  await set({ sim_usage_url: web.url });
  for (const status of [500, 200]) {
    web.answer = (response) => void response.writeHead(status).end('ok');
    const { envelope } = await admin.raw(deviceInformation.simUsage.path, { site_ids: [site_id] });
    expect(envelope.code).toBe(171);
  }
});
