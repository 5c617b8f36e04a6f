import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import type { SentOf } from '#shared/contract/define.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { maps } from '#shared/contract/platform/maps.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { formatTime } from '#shared/domain/time.ts';
import { airNetwork, clean } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { mailReceiver, smtpAt, webReceiver } from '#test/helpers/receivers.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp({
    RAW_PACKET_DAYS: '33',
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: 'http://127.0.0.1:1/x',
  });
});
beforeEach(async () => {
  admin = await app.login('admin');
});

const data = () => admin.send(platformConfig.data, {});
async function set(changes: Omit<SentOf<typeof platformConfig.set>, 'version'>) {
  const { version } = await data();
  await admin.send(platformConfig.set, { version, ...changes });
}
const refusal = (field: string, problem: string) => ({
  envelope: { code: 400, fields: [{ field, problem }] },
});

describe('a setting', () => {
  test('is as the environment says, until the page says otherwise, and again when that is taken back', async () => {
    expect(await data()).toMatchObject({ raw_packet_days: 33, message_days: 365, sms_provider: 'webhook' });
    await set({ raw_packet_days: 7, sms_provider: 'outbox' });
    expect(await data()).toMatchObject({ raw_packet_days: 7, message_days: 365, sms_provider: 'outbox' });
    await set({ raw_packet_days: null, sms_provider: null });
    expect(await data()).toMatchObject({ raw_packet_days: 33, sms_provider: 'webhook' });
  });

  test('by which the data of every site is deleted sooner is for those who see every site', async () => {
    const role_id = await makeRole(app.db, ['platform.read', 'platform.write']);
    const limited = await app.client().signIn((await makeUser(app.db, role_id)).account);
    const { version, raw_packet_days, retention_locked } = await limited.send(platformConfig.data, {});
    expect(retention_locked).toBe(true);
    await expect(
      limited.send(platformConfig.set, { version, raw_packet_days: 1, minute_months: 1 }),
    ).rejects.toMatchObject({
      envelope: {
        code: 13,
        fields: [
          { field: 'raw_packet_days', problem: 'limit_of_all' },
          { field: 'minute_months', problem: 'limit_of_all' },
        ],
      },
    });
    await limited.send(platformConfig.set, { version, raw_packet_days, alarm_sound: 'bell' });
    expect((await data()).retention_locked).toBe(false);
  });

  test('that names an address to which the server never connects is refused at its field', async () => {
    const refused = {
      sms_webhook_url: [
        'http://169.254.169.254/x',
        'http://2852039166/',
        'https://[fe80::1]/x',
        'http://0/x',
      ],
      webhook_url: ['http://[::ffff:169.254.169.254]:80/', 'http://100.100.100.200/latest'],
      smtp_host: ['169.254.169.254', '0xa9fea9fe', 'fd00:ec2::254'],
      map_general_url: ['https://tiles.example/{z}/{x}/{y} http://169.254.169.254/{z}/{x}/{y}'],
    };
    for (const [field, addresses] of Object.entries(refused))
      for (const address of addresses)
        await expect(set({ [field]: address }), address).rejects.toMatchObject(
          refusal(field, 'address_refused'),
        );
    for (const smtp_host of ['10.0.0.1', 'no-such-name.invalid', null]) await set({ smtp_host });
  });

  test('that needs others is refused at those that are missing, and nothing of it is stored', async () => {
    await expect(set({ email_provider: 'smtp', smtp_host: 'mail.example.com' })).rejects.toMatchObject(
      refusal('mail_from', 'required'),
    );
    for (const map_provider of ['tianditu', 'baidu'] as const) {
      await expect(set({ map_provider })).rejects.toMatchObject(refusal('map_key', 'required'));
    }
    for (const [part, field] of [
      ['{key}', 'map_key'],
      ['{s}', 'map_hosts'],
    ] as const) {
      const map_general_url = `https://tiles.example.com/${part}/{z}/{x}/{y}.png`;
      const refused = set({ map_provider: 'tiles', map_general_url });
      await expect(refused).rejects.toMatchObject(refusal(field, 'required'));
    }
    expect(await data()).toMatchObject({
      email_provider: 'outbox',
      smtp_host: null,
      map_provider: 'bundled',
    });
  });

  test.each([
    ['time_zone', 'Nowhere/Town', 'unknown_value'],
    ['raw_packet_days', -1, 'too_small'],
    ['map_general_url', 'tiles.example.com/{z}/{x}/{y}.png', 'bad_url'],
    ['map_general_url', 'https://tiles.example.com/{z}/{x}.png', 'bad_tiles'],
    ['map_general_url', 'https://a.example;x/{z}/{x}/{y}', 'bad_url'],
    ['map_dark_url', 'https://a.example,b.example/{z}/{x}/{y}', 'bad_url'],
    ['map_satellite_url', 'https://地图.example/{z}/{x}/{y}', 'bad_url'],
    ['map_general_url', 'https://a.example:99999/{z}/{x}/{y}', 'bad_url'],
    ['map_general_url', 'https://[::::]/{z}/{x}/{y}', 'bad_url'],
    ['map_general_url', 'https://-/{z}/{x}/{y}', 'bad_url'],
    ['map_hosts', '-', 'bad_format'],
    ['webhook_url', 'http://a.example:99999/', 'bad_url'],
    ['map_hosts', '1;2;3', 'bad_format'],
    ['map_hosts', '1,2\n3', 'bad_format'],
    ['smtp_user', 'a\u0007b', 'bad_format'],
    ['webhook_url', 'ftp://example.com', 'bad_url'],
    ['mail_from', 'nobody', 'bad_email'],
    ['mail_from', 'a@b.cn\r\nBcc: all@example.com', 'bad_email'],
    ['smtp_host', 'a b', 'bad_format'],
    ['alarm_sound', 'opera', 'bad_choice'],
  ])('%s is not %j', async (field, value, problem) => {
    await expect(set({ [field]: value })).rejects.toMatchObject({
      envelope: { fields: [{ field, problem }] },
    });
  });

  test('tiles of more hosts than a header holds are refused, and fall back where they are stored', async () => {
    const hosts = Array.from({ length: 66 }, (_, n) => `h${n}`)
      .join(',')
      .slice(0, 195);
    const urls = (zone: string) =>
      Array.from({ length: 40 }, (_, n) => `https://{s}.${zone}${n}.cn/{z}/{x}/{y}`).join(' ');
    const tiles = {
      ...{ map_provider: 'tiles' as const, map_hosts: hosts },
      ...{ map_general_url: urls('a'), map_satellite_url: urls('b'), map_dark_url: urls('c') },
    };
    await expect(set(tiles)).rejects.toMatchObject({
      envelope: { fields: [{ field: 'map_hosts', problem: 'too_many_hosts' }] },
    });
    await expect(
      set({ ...tiles, map_hosts: '1,300', map_general_url: 'http://10.0.0.{s}/{z}/{x}/{y}' }),
    ).rejects.toMatchObject({ envelope: { fields: [{ field: 'map_hosts', problem: 'bad_format' }] } });
    await app.db.run(sql`
      update platform_setting
         set map_provider = 'tiles', map_hosts = ${hosts}, map_general_url = ${urls('a')}`);
    await until(
      () => app.app.settings.unusable,
      (unusable) => unusable.includes('map_provider'),
    );
    expect(app.app.settings.current.map_provider).toBe('bundled');
    // The next save repairs it.
    await set({ map_hosts: null, map_general_url: null });
    await until(
      () => app.app.settings.unusable,
      ({ length }) => length === 0,
    );
  });

  test('that two change at once is lost by the second, who is told', async () => {
    const { version } = await data();
    await admin.send(platformConfig.set, { version, message_days: 100 });
    await expect(admin.send(platformConfig.set, { version, message_days: 200 })).rejects.toMatchObject({
      envelope: { code: 65 },
    });
    expect((await data()).message_days).toBe(100);
  });
});

describe('a secret', () => {
  test('is known to be set, and never comes back: in no answer, no log and not as it was in the database', async () => {
    await set({ smtp_password: 'first-secret' });
    await set({ smtp_password: 'second-secret', message_days: 50 });
    const answer = await data();
    expect(answer.secrets_set).toEqual(['sms_webhook_url', 'smtp_password']);
    expect((await app.app.settings.read()).smtp_password).toBe('second-secret');
    const log = await admin.send(audit.list, { entity: 'platform_secret' });
    expect(log.data_info).toMatchObject([
      { action: 'update', entity_name: 'smtp_password', after: { secret: '*** (new)' } },
      { action: 'insert', entity_name: 'smtp_password' },
    ]);
    const stored = await app.db.rows(sql`select * from platform_secret`);
    expect(JSON.stringify([answer, log, stored])).not.toMatch(/(first|second)-secret/);
  });

  test('can be taken away', async () => {
    await set({ smtp_password: null });
    expect((await data()).secrets_set).toEqual(['sms_webhook_url']);
  });

  test.each([
    ['smtp_password', { smtp_host: 'mail.example.com', smtp_user: 'me' }, { smtp_host: 'evil.example.com' }],
    ['smtp_password', {}, { smtp_port: 2525 }],
    ['smtp_password', {}, { smtp_security: 'none' as const }],
    ['smtp_password', {}, { smtp_user: null }],
    ['webhook_secret', { webhook_url: 'https://a.example.com' }, { webhook_url: 'https://b.example.com' }],
    ['sms_key_secret', { sms_key_id: 'one' }, { sms_key_id: 'two' }],
  ])('%s of %j is forgotten with %j, unless it is entered anew', async (secret, place, elsewhere) => {
    await set({ ...place, [secret]: 'entered-here' });
    await set({ ...place, message_days: 70 });
    expect((await data()).secrets_set).toContain(secret);
    await set(elsewhere);
    expect((await data()).secrets_set).not.toContain(secret);
    await set({ ...place, [secret]: 'entered-anew' });
    expect((await data()).secrets_set).toContain(secret);
    await set({ [secret]: null });
  });

  test('of another data folder counts as not set', async () => {
    await app.db.run(
      sql`insert into platform_secret (secret_name, secret) values ('map_key', 'bm90IG91cnM=')`,
    );
    expect((await data()).secrets_set).not.toContain('map_key');
    await app.db.run(sql`delete from platform_secret where secret_name = 'map_key'`);
  });
});

test('the map’s tiles are let in by the page’s policy as soon as they are set, and get the key that they ask for', async () => {
  const policy = async () => (await fetch(app.address)).headers.get('content-security-policy');
  expect(await admin.send(maps.provider, {})).toEqual({ provider: null });
  expect(await policy()).not.toContain('tiles.example.com');
  await set({
    map_provider: 'tiles',
    map_general_url: 'https://{s}.tiles.example.com/{z}/{x}/{y}.png?k={key}',
    map_hosts: 'a, b',
    map_key: 'key',
  });
  const { provider } = await admin.send(maps.provider, {});
  expect(provider).toMatchObject({ id: 'tiles', hosts: ['a', 'b'], key: 'key', max_zoom: 18 });
  await set({ map_general_url: 'https://{s}.tiles.example.com/{z}/{x}/{y}.png' });
  expect((await admin.send(maps.provider, {})).provider).not.toHaveProperty('key');
  await set({ map_dark_url: 'https://{s}.tiles.example.com/dark/{z}/{x}/{y}.png?k={key}' });
  expect((await admin.send(maps.provider, {})).provider).toMatchObject({ key: 'key' });
  await expect.poll(policy).toMatch(/img-src [^;]*https:\/\/a\.tiles\.example\.com https:\/\/b\.tiles/);
  await set({ map_provider: 'tianditu' });
  await expect.poll(policy).toContain('https://t0.tianditu.gov.cn');
  await set({ map_provider: 'baidu' });
  await expect.poll(policy).toContain('https://api.map.baidu.com');
  expect((await admin.send(maps.provider, {})).provider).toMatchObject({ key: 'key', datum: 'bd09' });
  await set({ map_provider: null });
  await expect.poll(policy).not.toContain('tianditu');
});

describe('a test', () => {
  const mail = (smtp_port: number) =>
    set({
      ...smtpAt(smtp_port),
      mail_from: 'a@b.cn',
    });
  const send = (channel: 'sms' | 'email' | 'webhook', to = '') =>
    admin.send(platformConfig.test, { channel, to, language: 'en' });

  test('goes out as it is set up, and is on record', async () => {
    const server = await mailReceiver();
    await mail(server.port);
    expect(await send('email', 'me@example.com')).toEqual({ sent: true, provider: 'smtp', error: null });
    expect(server.letters[0]).toContain('Subject: Platform test message');
    const web = await webReceiver();
    await set({ webhook_provider: 'webhook', webhook_url: web.url });
    expect(await send('webhook')).toMatchObject({ sent: true });
    const rows = await app.db.rows(
      sql`select channel, state from message where kind = 'test' order by message_id`,
    );
    expect(rows).toEqual([
      { channel: 'email', state: 'sent' },
      { channel: 'webhook', state: 'sent' },
    ]);
  });

  test('that fails says the real reason, without the address that may hold a key', async () => {
    const server = await mailReceiver(0, {
      onRcptTo: (_address, _session, done) => done(new Error('mailbox full')),
    });
    await mail(server.port);
    expect(await send('email', 'me@example.com')).toMatchObject({
      sent: false,
      error: expect.stringContaining('mailbox full'),
    });
    await server.stop();
    expect((await send('email', 'me@example.com')).error).toContain('ECONNREFUSED');
    const web = await webReceiver();
    web.answer = (response) => response.writeHead(403).end();
    await set({ webhook_url: `${web.url}?token=abc` });
    expect(await send('webhook')).toMatchObject({ sent: false, error: 'the webhook answered HTTP 403' });
  });

  test('of a provider that keeps everything here says so', async () => {
    await set({ sms_provider: 'outbox' });
    expect(await send('sms', '13312345678')).toEqual({ sent: true, provider: 'outbox', error: null });
  });

  test('needs someone to go to', async () => {
    await expect(send('sms', '123')).rejects.toMatchObject(refusal('to', 'bad_mobile'));
    await expect(send('email')).rejects.toMatchObject(refusal('to', 'bad_email'));
  });
});

test('the time zone is the whole network’s, and stays once there are measurements', async () => {
  const noon = new Date('2026-11-15T04:00:00Z');
  expect(formatTime(noon, 'HH:mm')).toBe('12:00');
  await set({ time_zone: 'Asia/Urumqi' });
  await expect.poll(() => formatTime(noon, 'HH:mm')).toBe('10:00');
  expect((await admin.send(signIn.me, {})).user_set.time_zone).toBe('Asia/Urumqi');
  await set({ time_zone: null });
  await expect.poll(() => formatTime(noon, 'HH:mm')).toBe('12:00');

  const network = await airNetwork(app);
  const site = await network.makeSite('ZONED');
  expect((await data()).zone_fixed).toBe(false);
  await network.store(network.wholeDay(site, '2026-11-14', clean));
  expect((await data()).zone_fixed).toBe(true);
  await expect(set({ time_zone: 'Asia/Urumqi' })).rejects.toMatchObject(refusal('time_zone', 'zone_fixed'));
  await expect(set({ time_zone: 'Asia/Shanghai', message_days: 60 })).resolves.toBeUndefined();
});
