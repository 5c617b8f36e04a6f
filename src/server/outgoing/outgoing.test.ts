import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { identifier, sql } from '#server/db/sql.ts';
import type { Intake } from '#server/gateway/gateway.ts';
import { StartError } from '#server/instance/start-error.ts';
import { readyMqtt } from '#server/push/mqtt.ts';
import { encrypt } from '#server/settings/cipher.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { AddressRefused, checkedLookup, resolveAllowed } from './address.ts';
import { postOut } from './request.ts';

/** Link-local and "this host", also in notations that only the resolver recognises. */
const hosts = [
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[::ffff:169.254.169.254]',
  '0.0.0.0',
  '0',
];

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const send = (url: string, allowInside = true) =>
  postOut({ url, headers: {}, body: 'x', timeoutMs: 5000, allowInside });

describe('a request of the server', () => {
  test.each(hosts)('does not go to %s', async (host) => {
    await expect(send(`http://${host}/latest/meta-data`)).rejects.toBeInstanceOf(AddressRefused);
    await expect(send(`https://${host}:8443/`)).rejects.toBeInstanceOf(AddressRefused);
  });

  test('goes to this machine by address and by name, unless private networks are closed', async () => {
    let asked = 0;
    const address = await listening(
      createServer((_request, response) => {
        asked += 1;
        response.end('heard');
      }),
    );
    const named = address.replace('127.0.0.1', 'localhost');
    expect(await send(`http://${address}/`)).toEqual({ status: 200, body: 'heard' });
    expect(await send(`http://${named}/`)).toEqual({ status: 200, body: 'heard' });
    for (const url of [`http://${address}/`, `http://${named}/`])
      await expect(send(url, false)).rejects.toBeInstanceOf(AddressRefused);
    expect(asked).toBe(2);
  });

  test('does not follow a redirect', async () => {
    let reached = false;
    const behind = await listening(
      createServer((_request, response) => {
        reached = true;
        response.end();
      }),
    );
    const before = await listening(
      createServer((_request, response) => response.writeHead(302, { location: `http://${behind}/` }).end()),
    );
    expect((await send(`http://${before}/`)).status).toBe(302);
    expect(reached).toBe(false);
  });

  test('does not take an answer without end', async () => {
    const address = await listening(
      createServer((_request, response) => {
        const more = () => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        response.on('error', () => undefined);
        more();
      }),
    );
    await expect(send(`http://${address}/`)).rejects.toThrow('the answer is too long');
  });
});

test('a connection gets the very addresses that were checked, and one that is refused is left out', async () => {
  const found = await new Promise<unknown>((resolve) => {
    checkedLookup(true)('localhost', { all: true }, (error, addresses) => resolve(error ?? addresses));
  });
  expect(found).toContainEqual({ address: '127.0.0.1', family: 4 });
  expect(await resolveAllowed('127.0.0.1', true)).toBe('127.0.0.1');
  await expect(resolveAllowed('localhost', false)).rejects.toBeInstanceOf(AddressRefused);
  await expect(resolveAllowed('2852039166', true)).rejects.toBeInstanceOf(AddressRefused);
});

let app: TestApp;
let closed: TestApp;
beforeAll(async () => {
  app = await testApp();
  closed = await testApp({ OUTGOING_PRIVATE: 'false' });
});

/**
 * Stores settings that saving would refuse, but that an older version, a restored database or a changed DNS entry may
 * have left.
 */
async function stored({ app, db }: TestApp, settings: object): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    if (name.endsWith('_url')) {
      const secret = encrypt(value, name, app.secrets.signing_secret);
      await db.run(sql`
        insert into platform_secret (secret_name, secret) values (${name}, ${secret})
        on conflict (secret_name) do update set secret = excluded.secret`);
    } else await db.run(sql`update platform_setting set ${identifier(name)} = ${value}`);
  }
}

describe('a message', () => {
  async function outcome(to: TestApp, channel: 'sms' | 'email' | 'webhook', settings: object) {
    await stored(to, settings);
    const admin = await to.login('admin');
    const recipient = { sms: '13800000000', email: 'a@b.example', webhook: '' }[channel];
    return admin.send(platformConfig.test, { channel, to: recipient });
  }
  const refused = { sent: false, error: 'the server may not connect to this address' };

  test('does not go to a metadata address by webhook, text message or mail', async () => {
    const url = 'http://169.254.169.254/latest';
    const byHook = await outcome(app, 'webhook', { webhook_provider: 'webhook', webhook_url: url });
    expect(byHook).toMatchObject(refused);
    const bySms = await outcome(app, 'sms', { sms_provider: 'webhook', sms_webhook_url: url });
    expect(bySms).toMatchObject(refused);
    for (const smtp_host of ['169.254.169.254', '2852039166', 'fe80::1', '0.0.0.0']) {
      const smtp = { email_provider: 'smtp', smtp_host, mail_from: 'a@b.example' };
      expect(await outcome(app, 'email', smtp)).toMatchObject(refused);
    }
  });

  test('does not go to this machine where private networks are closed', async () => {
    let asked = 0;
    const address = await listening(
      createServer((_request, response) => {
        asked += 1;
        response.end();
      }),
    );
    const webhook_url = `http://${address}/`;
    const byHook = { webhook_provider: 'webhook', webhook_url };
    expect(await outcome(app, 'webhook', byHook)).toMatchObject({ sent: true });
    expect(await outcome(closed, 'webhook', byHook)).toMatchObject(refused);
    const byMail = { email_provider: 'smtp', smtp_host: 'localhost', mail_from: 'a@b.example' };
    expect(await outcome(closed, 'email', byMail)).toMatchObject(refused);
    expect(asked).toBe(1);
  });
});

describe('the line to a broker', () => {
  test('is not opened to an address that is refused', async () => {
    await expect(testApp({ MQTT_URL: 'mqtt://169.254.169.254' })).rejects.toBeInstanceOf(StartError);
  });

  test.each(['mqtt', 'mqtts', 'ws', 'wss'])(
    'is not opened by a name that resolves to one: %s',
    async (scheme) => {
      let connections = 0;
      const tcp = createTcpServer(() => {
        connections += 1;
      });
      await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
      atEnd(async () => {
        tcp.close();
      });
      const { port } = tcp.address() as AddressInfo;
      const said: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
      const mqtt = readMqtt(`${scheme}://localhost:${port}`);
      const open = await readyMqtt({ ...closed.app, log }, mqtt);
      const line = open(closed.gateway.intake as Intake);
      await expect.poll(() => said.join()).toContain('the server may not connect to this address');
      await line.stop();
      expect(connections).toBe(0);
    },
  );
});

function readMqtt(url: string) {
  const nothing = undefined;
  return {
    url,
    username: nothing,
    password: nothing,
    clientId: nothing,
    topic: 'lanjing/+/data',
    share: nothing,
    ca: nothing,
    cert: nothing,
    key: nothing,
  };
}
