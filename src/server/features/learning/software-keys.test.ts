import { createPublicKey, verify } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { softwareKeyActions, softwareKeys } from '#shared/contract/learning/software-keys.ts';
import { keyBytes } from '#shared/domain/software-key.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { refused } from '#test/helpers/articles.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp({ ROLES: 'api' });
  admin = await app.login('admin');
});

const numbers = { dc: '10086', ckb: '77', pw1: '123456789', pw2: '55' };
const issue = (more: object = {}) =>
  admin.send(softwareKeyActions.issue, { ...numbers, duration: 30, ...more } as never);
const verdictOf = async (key_text: string) =>
  (await admin.send(softwareKeyActions.verify, { key_text })).verdict;

test('a key that was issued verifies, and says for whom and until when', async () => {
  const { key_text, expires_at } = await issue();
  const checked = await admin.send(softwareKeyActions.verify, { key_text, ...numbers });
  expect(checked).toMatchObject({ verdict: 'valid', dc: '10086', expires_at, matches: true });
  const other = await admin.send(softwareKeyActions.verify, { key_text, ...numbers, pw2: '56' });
  expect(other).toMatchObject({ verdict: 'valid', matches: false });
});

test('a changed letter never verifies, wherever it stands and whatever it becomes', async () => {
  const { key_text } = await issue();
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789IO01a-';
  for (let at = 0; at < key_text.length; at++) {
    // Replaces the letter by the next one and by a distant one.
    for (const step of [1, 17]) {
      const was = key_text[at] ?? '';
      const other = letters[(letters.indexOf(was) + step) % letters.length] ?? 'A';
      const changed = key_text.slice(0, at) + other + key_text.slice(at + 1);
      expect([at, await verdictOf(changed)]).toEqual([at, 'forged']);
    }
  }
  for (const other of [
    key_text.toLowerCase(),
    key_text.slice(0, -1),
    `${key_text}A`,
    key_text.replaceAll('-', ''),
    '',
  ])
    expect(await verdictOf(other)).toBe('forged');
});

test('anyone can check a key with the public key alone', async () => {
  const { key_text } = await issue();
  const { public_key } = await admin.send(softwareKeyActions.publicKey, {});
  expect(public_key).not.toContain('PRIVATE');
  const bytes = keyBytes(key_text) ?? new Uint8Array();
  const signed = Buffer.concat([Buffer.from('lanjing software key 1\0'), bytes.subarray(0, 32)]);
  expect(verify(null, signed, createPublicKey(public_key), bytes.subarray(32))).toBe(true);
});

test('every input error has its code at its field', async () => {
  const cases: [object, number, string][] = [
    [{ dc: 0 }, 99, 'dc'],
    [{ dc: '12345678901' }, 104, 'dc'],
    [{ ckb: -5 }, 100, 'ckb'],
    [{ ckb: '4294967296' }, 106, 'ckb'],
    [{ pw1: '12345678x' }, 101, 'pw1'],
    [{ pw1: '12345678' }, 105, 'pw1'],
    [{ pw2: null }, 102, 'pw2'],
    [{ pw2: 1_000_000_000 }, 107, 'pw2'],
    [{ duration: 1.5 }, 103, 'duration'],
    [{ duration: 4000 }, 108, 'duration'],
    [{ dc: true }, 99, 'dc'],
    [{ duration: [30] }, 103, 'duration'],
    [{ dc: '9'.repeat(100_000) }, 104, 'dc'],
    [{ ckb: '9'.repeat(100_000) }, 106, 'ckb'],
    [{ pw1: '9'.repeat(300) }, 105, 'pw1'],
    [{ pw2: '9'.repeat(300) }, 107, 'pw2'],
    [{ duration: '9'.repeat(300) }, 108, 'duration'],
  ];
  for (const [more, code, field] of cases) await refused(issue(more), code, field);
});

test('it is written down who issued what; a revoked key counts no more', async () => {
  const { key_id, key_text } = await issue({ remark: '一号站' });
  const { data_info } = await admin.send(softwareKeys.list, { keyword: '一号站' });
  expect(data_info).toMatchObject([
    { key_id, dc: '10086', state: 'valid', issued_by_name: admin.user?.real_name, duration_days: 30 },
  ]);
  // The table contains neither password.
  const stored = await app.db.rows(sql`select * from software_key where key_id = ${key_id}`);
  expect(JSON.stringify(stored)).not.toContain(numbers.pw1);
  expect((await admin.send(softwareKeyActions.get, { key_id })).key_text).toBe(key_text);
  await refused(admin.send(softwareKeyActions.revoke, { key_id, reason: '' }), 109, 'reason');
  await admin.send(softwareKeyActions.revoke, { key_id, reason: '设备报废' });
  expect(await admin.send(softwareKeyActions.verify, { key_text })).toMatchObject({
    verdict: 'revoked',
    revoke_reason: '设备报废',
  });
  await refused(admin.send(softwareKeyActions.revoke, { key_id, reason: 'x' }), 109);
  await refused(admin.send(softwareKeyActions.get, { key_id: 98_765 }), 109);
});

test('a key ends with its duration', async () => {
  const { key_text } = await issue({ duration: 1 });
  const now = app.clock.now;
  app.clock.now = new Date(now.getTime() + DAY_MS + 1000);
  const later = await app.login('admin');
  expect((await later.send(softwareKeyActions.verify, { key_text })).verdict).toBe('expired');
  app.clock.now = now;
  admin = await app.login('admin');
});

test('a key that the log does not know is not called valid', async () => {
  const { key_id, key_text } = await issue();
  await app.db.run(sql`delete from software_key where key_id = ${key_id}`);
  expect(await verdictOf(key_text)).toBe('unknown');
});

test('with the secret of another data folder no key is made', async () => {
  await app.db.run(sql`update software_key_pair set secret = 'bm90aGluZw=='`);
  await refused(issue(), 109);
});

test('those without the power neither issue nor read', async () => {
  const learner = await app.client().signIn((await makeUser(app.db, 4)).account);
  await refused(learner.send(softwareKeys.list, {}), 16);
  await refused(learner.send(softwareKeyActions.issue, { ...numbers, duration: 1 }), 16);
});
