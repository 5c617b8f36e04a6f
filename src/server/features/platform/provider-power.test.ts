import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Sql, sql } from '#server/db/sql.ts';
import { notices } from '#shared/contract/access/personal.ts';
import { rolePowers } from '#shared/contract/access/roles.ts';
import type { SentOf } from '#shared/contract/define.ts';
import { inbox, messages } from '#shared/contract/platform/messages.ts';
import {
  PROVIDER_POWER,
  platformConfig,
  platformSecrets,
  platformSettings,
  providerFields,
} from '#shared/contract/platform/platform-config.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';
import { mailReceiver, smtpAt, webReceiver } from '#test/helpers/receivers.ts';
import { askCode } from '#test/helpers/sms.ts';

const SUPER_MOBILE = '13800000000';
const PATIENT = { timeout: 30_000 };

let app: TestApp;
let admin: Client;
let manager: Client;
/** The configured SMS service. */
let service: Awaited<ReturnType<typeof webReceiver>>;
/** The SMS service of an attacker. */
let evil: Awaited<ReturnType<typeof webReceiver>>;

beforeAll(async () => {
  service = await webReceiver();
  evil = await webReceiver();
  app = await testApp({ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: service.url });
  admin = await app.login('admin');
  manager = await app.login('manager');
});

type Changes = Omit<SentOf<typeof platformConfig.set>, 'version'>;
async function set(client: Client, changes: Changes) {
  const { version } = await admin.send(platformConfig.data, {});
  await client.send(platformConfig.set, { version, ...changes });
}

/** Requests a reset code, as anyone can, a minute after the last one. */
async function askReset(mobile: string): Promise<void> {
  app.clock.forward(61);
  await askCode(app.client(), mobile, 'password');
}
const codesAt = (receiver: typeof service, mobile: string) =>
  receiver.received.filter(({ body }) => body.mobile === mobile && body.purpose === 'password').length;
const codesTo = (mobile: string) => codesAt(service, mobile) + codesAt(evil, mobile);

describe('a manager, who may change the platform’s settings', () => {
  test('does not become super administrator by sending codes to himself', async () => {
    await expect(set(manager, { sms_webhook_url: evil.url })).rejects.toMatchObject({
      envelope: { code: 16, fields: [{ field: 'sms_webhook_url', problem: 'provider_power' }] },
    });
    await askReset(SUPER_MOBILE);
    expect(codesAt(service, SUPER_MOBILE)).toBe(1);
    expect(evil.received).toEqual([]);
  });

  const values: Required<{ [Field in (typeof providerFields)[number]]: unknown }> = {
    sms_provider: 'aliyun',
    sms_webhook_url: 'https://evil.example.com',
    sms_key_id: 'x',
    sms_key_secret: 'x',
    sms_sign_name: 'x',
    sms_code_template: 'x',
    sms_notice_template: 'x',
    email_provider: 'smtp',
    smtp_host: 'evil.example.com',
    smtp_port: 2525,
    smtp_security: 'none',
    smtp_user: 'x',
    smtp_password: 'x',
    mail_from: 'x@example.com',
    webhook_provider: 'webhook',
    webhook_url: 'https://evil.example.com',
    webhook_secret: 'x',
    sim_usage_url: 'https://evil.example.com',
    sim_usage_secret: 'x',
  };

  test.each(Object.entries(values))('cannot set %s, nor take it back', async (field, value) => {
    const before = await admin.send(platformConfig.data, {});
    await expect(set(manager, { [field]: value, message_days: 99 })).rejects.toMatchObject({
      envelope: { code: 16, fields: [{ field }] },
    });
    if (field in platformSecrets.shape)
      await expect(set(manager, { [field]: null })).rejects.toMatchObject({ envelope: { code: 16 } });
    expect(await admin.send(platformConfig.data, {})).toEqual(before);
  });

  test('changes the rest, and may send a service’s setting back as it was', async () => {
    await set(manager, { message_days: 88, sms_provider: 'webhook', smtp_host: null });
    expect(await admin.send(platformConfig.data, {})).toMatchObject({ message_days: 88 });
  });

  test('has not got the power to change services, and cannot give it to his own role', async () => {
    const power = await app.db.one<{ power_id: number }>(
      sql`select power_id from power where power_code = ${PROVIDER_POWER}`,
    );
    const held = await app.db.rows<{ power_id: number }>(
      sql`select power_id from role_power where role_id = 1`,
    );
    const power_ids = [...held.map(({ power_id }) => power_id), power?.power_id ?? 0];
    expect(held).not.toContainEqual(power);
    const own = await app.db.one<{ version: number }>(sql`select version from role where role_id = 1`);
    await expect(
      manager.send(rolePowers.add, { role_id: 1, version: own?.version ?? 0, power_ids }),
    ).rejects.toMatchObject({ envelope: { code: 13, detail: 'grants_exceeded' } });
  });
});

test('every setting of a message service is among those that need the power', () => {
  const fields = [...Object.keys(platformSettings.shape), ...Object.keys(platformSecrets.shape)];
  const services = fields.filter((field) => /^(sms|smtp|email|mail|webhook|sim)_/.test(field));
  expect([...providerFields].sort()).toEqual(services.sort());
});

describe('a change of a message service', () => {
  test('is told to every super administrator, muted or not, also by the services as they were', async () => {
    const mail = await mailReceiver();
    await admin.send(notices.set, { email: 'chief@example.com', in_app: [], by_sms: [], by_email: [] });
    await set(admin, {
      ...smtpAt(mail.port),
      mail_from: 'a@b.cn',
    });
    const sent = () => service.received.filter(({ body }) => body.purpose === 'platform');
    // E-mail was not configured before the first change, so only an SMS is sent.
    await expect.poll(() => sent().length, PATIENT).toBe(1);
    expect(mail.letters).toEqual([]);

    await set(admin, { sms_webhook_url: evil.url, email_provider: 'outbox' });
    await expect.poll(() => [sent().length, mail.letters.length], PATIENT).toEqual([2, 1]);
    expect(evil.received).toEqual([]);
    expect(sent()[1]?.body).toMatchObject({
      mobile: SUPER_MOBILE,
      text: expect.stringMatching(/^林清岚（admin）更改了：.+、.+\n林清岚 \(admin\) changed: .+, .+/),
    });
    // The text to the service contains no settings.
    expect(Object.keys(sent()[1]?.body ?? {}).sort()).toEqual(['mobile', 'purpose', 'text']);
    const [told] = (await admin.send(inbox.data, {})).data_info;
    expect(told).toMatchObject({ kind: 'platform', subject: expect.stringContaining('消息服务设置已更改') });
    await set(admin, { sms_webhook_url: null });
  });

  test('that is refused, and a change of something else, is told to nobody', async () => {
    const { total } = await admin.send(inbox.data, {});
    await expect(set(manager, { webhook_url: evil.url })).rejects.toThrow();
    await set(admin, { message_days: 77 });
    expect((await admin.send(inbox.data, {})).total).toBe(total);
  });
});

describe('a reset code', () => {
  let keeper: Client;
  let keeperRole: number;
  let keeperPerson: Person;
  let learner: Person;

  beforeAll(async () => {
    keeperRole = await makeRole(app.db, ['platform.read', 'platform.write', PROVIDER_POWER]);
    learner = await makeUser(app.db, await makeRole(app.db, []));
  });
  const limitedBy = async () => (await admin.send(platformConfig.data, {})).codes_limited_by;
  const isSent = async (mobile: string) => {
    const before = codesTo(mobile);
    await askReset(mobile);
    return codesTo(mobile) > before;
  };

  test('does not leave by a service that a weaker account may change, and the asker cannot tell', async () => {
    expect(await isSent(SUPER_MOBILE)).toBe(true);
    keeperPerson = await makeUser(app.db, keeperRole);
    keeper = await app.login(keeperPerson.account);
    expect(await isSent(SUPER_MOBILE)).toBe(false);
    const [kept] = (await admin.send(messages.list, { kind: 'code', recipient: SUPER_MOBILE })).data_info;
    expect(kept).toMatchObject({ state: 'failed', error: expect.stringContaining('less privileged') });
    expect(kept?.body).not.toMatch(/\d{6}/);
    expect(await limitedBy()).toHaveLength(1);
  });

  test('goes to accounts that those who may change the service cover, and to themselves', async () => {
    expect(await isSent(learner.mobile)).toBe(true);
    expect(await isSent(keeperPerson.mobile)).toBe(true);
  });

  test('does not leave by an address that a weaker account entered, also when it has lost the power', async () => {
    await set(keeper, { sms_webhook_url: evil.url });
    await app.db.run(sql`delete from role_power where role_id = ${keeperRole}`);
    expect(await isSent(SUPER_MOBILE)).toBe(false);
    await app.db.run(sql`delete from user_account where user_id = ${keeperPerson.user_id}`);
    expect(await isSent(SUPER_MOBILE)).toBe(false);
    expect(await limitedBy()).toEqual([`#${keeperPerson.user_id}`]);
  });

  test('goes again once a super administrator has entered the address', async () => {
    await set(admin, { sms_webhook_url: service.url });
    expect(await isSent(SUPER_MOBILE)).toBe(true);
    expect(await limitedBy()).toEqual([]);
  });
});

test('after the upgrade an address that a manager entered is known as his, and the super administrator is told', async () => {
  const migration = await readFile('migrations/0055_provider_power.sql', 'utf8');
  const enterAs = (client: Client, secret_name: string) =>
    app.db.tx({ user_id: client.user?.user_id, account: client.user?.account }, (db) =>
      db.run(sql`insert into platform_secret (secret_name, secret) values (${secret_name}, 'x')`),
    );
  await app.db.run(sql`delete from platform_secret`);
  await app.db.run(sql`alter table platform_secret drop column entered_by`);
  await enterAs(manager, 'sms_webhook_url');
  await enterAs(admin, 'sms_key_id');
  const { total } = await admin.send(inbox.data, {});
  for (const statement of migration.split(/;$/m)) await app.db.run(new Sql([statement], []));
  expect(
    await app.db.rows(sql`select secret_name, entered_by from platform_secret order by secret_name`),
  ).toEqual([
    { secret_name: 'sms_key_id', entered_by: null },
    { secret_name: 'sms_webhook_url', entered_by: manager.user?.user_id },
  ]);
  expect((await admin.send(inbox.data, {})).total).toBe(total + 1);
});
