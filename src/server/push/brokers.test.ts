import { connectAsync } from 'mqtt';
import { expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { startBroker } from '#test/helpers/broker.ts';
import { hasMosquitto, startMosquitto } from '#test/helpers/mosquitto.ts';
import { countReadings } from '#test/helpers/stored.ts';

const certificates = {
  MQTT_CA: 'test/fixtures/broker-cert.pem',
  MQTT_CERT: 'test/fixtures/broker-cert.pem',
  MQTT_KEY: 'test/fixtures/broker-key.pem',
};

async function connected({ address }: TestApp): Promise<void> {
  const metrics = async () => (await fetch(`${address}/metrics`)).text();
  await expect.poll(metrics).toContain('lanjing_mqtt_connected 1\n');
}

const item = (minute: number) => ({
  data_type: 'minute',
  time: new Date(Date.parse('2026-11-14T00:00:00Z') + minute * 60_000),
  values: { a34004: minute },
});

const rows = ({ db }: TestApp) => countReadings(db, 'minute');

test('a broker is spoken to in TLS, each side with its certificate', async () => {
  const broker = await startBroker(true);
  await connected(await testApp({ MQTT_URL: `mqtts://127.0.0.1:${broker.port}`, ...certificates }));
});

// Debian's mosquitto; `.ci/run` installs it.
test.skipIf(!hasMosquitto)(
  'instances of one group share what comes, over TLS or WebSockets, with a password',
  async () => {
    const account = { MQTT_USERNAME: 'lanjing', MQTT_PASSWORD: 'a pass word' };
    const broker = await startMosquitto(account.MQTT_USERNAME, account.MQTT_PASSWORD);
    const group = { ...account, MQTT_SHARE: 'servers' };
    const apps = [
      await testApp({ ...group, MQTT_URL: broker.tls, MQTT_CLIENT_ID: 'one', ...certificates }),
      await testApp({ ...group, MQTT_URL: broker.ws, MQTT_CLIENT_ID: 'two' }),
    ];
    for (const app of apps) {
      await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('MN1', '一号站', 1)`);
      await vi.waitFor(() => expect(app.gateway.directory.find('MN1')).toBeDefined(), 30_000);
      await connected(app);
    }
    const station = await connectAsync(broker.ws, { username: 'lanjing', password: account.MQTT_PASSWORD });
    atEnd(() => station.endAsync());
    for (let minute = 0; minute < 100; minute += 1) {
      await station.publishAsync('lanjing/MN1/data', JSON.stringify(item(minute)), { qos: 1 });
    }
    const shares = () => Promise.all(apps.map(rows));
    await expect.poll(async () => (await shares()).reduce((sum, share) => sum + share)).toBe(100);
    expect(Math.min(...(await shares()))).toBeGreaterThan(0);
  },
);
