import { beforeAll, describe, expect, test, vi } from 'vitest';
import { encodePacket, parsePacket } from '#protocol/packet.ts';
import { parseGroups } from '#protocol/payload.ts';
import { framesIn } from '#protocol/whole.ts';
import { sql } from '#server/db/sql.ts';
import { hashPassword } from '#server/features/access/passwords.ts';
import { decryptPassword, encryptPassword } from '#server/settings/device-passwords.ts';
import { unregistered, unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { newDatabase } from '#test/helpers/database.ts';
import { station } from '#test/helpers/station.ts';
import { storedPackets } from '#test/helpers/stored.ts';
import { ask } from '#test/helpers/transfer.ts';
import { upload } from '#test/helpers/upload.ts';

/** The stored, encrypted device password. */
const stored = async ({ databaseUrl }: TestApp, mn: string) =>
  (await ask<{ secret: string }>(databaseUrl, `select secret from site where mn = '${mn}'`))[0]?.secret ?? '';

const read = async (client: Client, mn: string) => (await client.send(sites.list, { mn })).data_info[0];

/** A packet with another password than `upload` sends. */
function withPw(frame: Uint8Array, pw: string): Uint8Array {
  const [packet] = framesIn(frame).map((one) => parsePacket(one));
  if (!packet) throw new Error('no frame');
  return encodePacket({ ...packet, pw, cp: parseGroups(packet.cp) });
}

/**
 * Sends a packet with a wrong password and then one with the right one; returns the acknowledged ones and the stored
 * deviations.
 */
async function wrongThenRight(app: TestApp, mn: string, time: string) {
  const line = await station(app.gateway.port);
  line.send(withPw(upload(mn, '2011', `${time}00`, { a34004: 1 }), '654321'));
  line.send(upload(mn, '2011', `${time}30`, { a34004: 2 }));
  const answered: string[] = [];
  do answered.push((await line.next()).qn.slice(12, 14));
  while (answered.at(-1) !== '30');
  line.socket.destroy();
  const [row] = await storedPackets(app.db, { qn: `${time}00001`, outgoing: false });
  return { answered, noted: row?.deviations ?? [] };
}

describe('a new production instance', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await testApp({ DEMO: 'false', HOST: '127.0.0.1' }, () => newDatabase());
    await app.db.run(sql`
      insert into user_account (account, real_name, mobile, role_id, password_hash)
      values ('keeper', '管理员', '15000000000', 1, ${await hashPassword(PASSWORD)})`);
    admin = await app.login('keeper');
  });

  test('checks the password of a device that was adopted, which is the one that it sends', async () => {
    const { data_info } = await admin.send(agreements.list, { page_size: 100 });
    expect(data_info.every(({ check_password }) => check_password)).toBe(true);
    const line = await station(app.gateway.port);
    line.send(upload('ADOPTED', '2011', '20261115080000', { a34004: 1 }));
    await vi.waitFor(
      async () => expect((await admin.send(unregistered.list, {})).data_info).toHaveLength(1),
      30_000,
    );
    await admin.send(unregisteredActions.adopt, { mn: 'ADOPTED' });
    expect(await read(admin, 'ADOPTED')).toMatchObject({ has_secret: true, pw_checked: true });
    expect(await wrongThenRight(app, 'ADOPTED', '202611150801')).toEqual({
      answered: ['30'],
      noted: ['wrong_pw'],
    });
  });

  test('does so for a site without a protocol too', async () => {
    await app.db.run(sql`update site set agreement_id = null where mn = 'ADOPTED'`);
    await app.gateway.reloadDirectory();
    expect(await read(admin, 'ADOPTED')).toMatchObject({ pw_checked: true });
    expect(await wrongThenRight(app, 'ADOPTED', '202611150802')).toEqual({
      answered: ['30'],
      noted: ['wrong_pw'],
    });
  });

  test('marks a site without a password: there is nothing to check its packets against', async () => {
    await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('OPEN', '无密码站', 1)`);
    await app.gateway.reloadDirectory();
    expect(await read(admin, 'OPEN')).toMatchObject({ has_secret: false, pw_checked: false });
    const { data_info } = await admin.send(sites.list, { pw_checked: false });
    expect(data_info.map(({ mn }) => mn)).toEqual(['OPEN']);
    expect(await wrongThenRight(app, 'OPEN', '202611150803')).toEqual({ answered: ['00', '30'], noted: [] });
  });

  test('refuses a device whose password cannot be decrypted here', async () => {
    const foreign = encryptPassword('123456', 'of another data folder');
    await app.db.run(sql`
      insert into site (mn, site_name, agreement_id, secret) values ('FOREIGN', '外来站', 1, ${foreign})`);
    await app.gateway.reloadDirectory();
    expect(app.gateway.directory.find('FOREIGN')?.secret).toBeUndefined();
    const line = await station(app.gateway.port);
    line.send(upload('FOREIGN', '2011', '20261115080400', { a34004: 1 }));
    line.send(upload('OPEN', '2011', '20261115080430', { a34004: 1 }));
    expect((await line.next()).mn).toBe('OPEN');
  });
});

describe('the demo', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await testApp();
    admin = await app.login('admin');
  });

  test('checks nothing unless a protocol says so; one that is made from now on does', async () => {
    await app.db.run(sql`
      insert into site (mn, site_name, agreement_id, secret) values ('DEMO', '演示站', 1, '123456')`);
    await app.gateway.reloadDirectory();
    expect(await read(admin, 'DEMO')).toMatchObject({ has_secret: true, pw_checked: false });
    expect(await wrongThenRight(app, 'DEMO', '202611150805')).toEqual({ answered: ['00', '30'], noted: [] });
    const { agreement_id } = await admin.send(agreements.add, { agreement_name: '新协议' });
    const { data_info } = await admin.send(agreements.list, { agreement_id });
    expect(data_info[0]).toMatchObject({ check_password: true });
  });

  test('a password of an earlier version is encrypted at the next start, and is no entry in plain anywhere', async () => {
    await app.db.run(sql`
      insert into site (mn, site_name, agreement_id, secret) values ('PLAIN', '老站', 1, 'pa55w0rd')`);
    await app.restart();
    const kept = await stored(app, 'PLAIN');
    expect(kept).not.toContain('pa55w0rd');
    expect(decryptPassword(kept, app.app.secrets.signing_secret)).toBe('pa55w0rd');
    const log = await ask(app.databaseUrl, `select before, after from audit_log where entity = 'site'`);
    expect(JSON.stringify(log)).not.toContain('pa55w0rd');
    // Encryption is idempotent.
    await app.restart();
    expect(await stored(app, 'PLAIN')).toBe(kept);
  });
});

describe('a device password in a form', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await testApp();
    admin = await app.login('admin');
    await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('FORM', '表单站', 1)`);
  });

  test('is stored encrypted; the same one again is no change', async () => {
    const { site_id = 0, version = 0 } = (await read(admin, 'FORM')) ?? {};
    await admin.send(sites.edit, { site_id, version, secret: 'pa55' });
    const first = await stored(app, 'FORM');
    expect(first).not.toContain('pa55');
    expect(decryptPassword(first, app.app.secrets.signing_secret)).toBe('pa55');
    await admin.send(sites.edit, { site_id, version: version + 1, secret: 'pa55', address: '新址' });
    expect(await stored(app, 'FORM')).toBe(first);
    const { data_info } = await admin.send(audit.list, { entity: 'site', page_size: 1 });
    expect(data_info[0]?.after).toMatchObject({ address: '新址' });
    expect(data_info[0]?.after).not.toHaveProperty('secret');
    await admin.send(sites.edit, { site_id, version: version + 2, secret: '' });
    expect(await read(admin, 'FORM')).toMatchObject({ has_secret: false });
  });
});
