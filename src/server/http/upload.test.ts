import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { files } from '#shared/contract/files/files.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let operator: Client;
beforeAll(async () => {
  app = await testApp();
  operator = await app.login('operator');
});

const folder = () => join(app.config.dataDir, 'files');
const stored = () => readdirSync(folder());
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

async function upload(name: string, content: string | Uint8Array = 'content'): Promise<StoredFile> {
  const { code, data, message } = await operator.upload(name, content);
  if (code !== 0) throw new Error(`${code} ${message}`);
  return data as StoredFile;
}

/** A body as a hostile client writes it, byte by byte. */
async function raw(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const response = await fetch(app.address + files.upload.path, {
    method: 'POST',
    headers: {
      IMEI: operator.imei,
      access_token: operator.tokens?.access_token ?? '',
      'content-type': 'multipart/form-data; boundary=x',
      ...headers,
    },
    body,
  });
  return { status: response.status, envelope: JSON.parse(await response.text()) };
}
const part = (disposition: string, content = 'content') =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n--x--\r\n`;

test('a file is kept under its hash, readable by the server alone, with its size and owner', async () => {
  const content = '监测数据\n'.repeat(1000);
  const file = await upload('数据.csv', content);
  expect(file).toEqual({
    file_id: expect.any(Number),
    file_name: '数据.csv',
    size: Buffer.byteLength(content),
    sha256: sha256(content),
  });
  const path = join(folder(), file.sha256);
  expect(readFileSync(path, 'utf8')).toBe(content);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const row = await app.db.one(
    sql`select user_id, file_name, size, sha256 from file where file_id = ${file.file_id}`,
  );
  expect(row).toEqual({
    user_id: operator.user?.user_id,
    file_name: file.file_name,
    size: file.size,
    sha256: file.sha256,
  });
});

test('bytes arrive as they were sent, however many', async () => {
  const content = new Uint8Array(3 * 1024 * 1024).map((_, index) => (index * 7919) % 256);
  expect(await upload('bytes.bin', content)).toMatchObject({ size: content.length, sha256: sha256(content) });
  expect(await upload('empty.txt', '')).toMatchObject({ size: 0, sha256: sha256('') });
});

test('the same content twice is two files of one stored content', async () => {
  const before = stored().length;
  const [one, two] = [await upload('a.txt', 'the same'), await upload('b.txt', 'the same')];
  expect(one.file_id).not.toBe(two.file_id);
  expect(stored()).toHaveLength(before + 1);
});

test('a name is shown as safe as it can be saved anywhere', async () => {
  expect((await upload('../C:\\Users\\某\\报告<1>.csv')).file_name).toBe('报告1.csv');
});

test('control characters do not survive in a name', async () => {
  const name = `filename*=UTF-8''${encodeURIComponent('a\u0000b\u001bc\u007fd\u0085.txt')}`;
  const { envelope } = await raw(part(`name="file"; ${name}`));
  expect(envelope.data.file_name).toBe('abcd.txt');
});

test('no file, no multipart or an empty body is refused', async () => {
  const refused = { code: 26, fields: [{ field: 'file', problem: 'required' }] };
  expect((await raw('--x--\r\n')).envelope).toMatchObject(refused);
  const field = '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\njust a field\r\n--x--\r\n';
  expect((await raw(field)).envelope).toMatchObject(refused);
  expect((await raw('{}', { 'content-type': 'application/json' })).envelope).toMatchObject(refused);
});

test('a file without a name is of no type that is taken', async () => {
  const purpose = '--x\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nattachment\r\n';
  const { envelope } = await raw(purpose + part('name="file"'));
  expect(envelope).toMatchObject({ code: 77, detail: 'file_type_refused' });
});

test('a body that breaks off or makes no sense is refused without a crash', async () => {
  for (const body of [
    '',
    'rubbish',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="cut.txt"\r\n\r\nhalf',
  ]) {
    const { status, envelope } = await raw(body);
    expect(status).toBe(200);
    expect([26, 400]).toContain(envelope.code);
  }
  const { status } = await raw(part('name="file"; filename="a.txt"'), {
    'content-type': 'multipart/form-data',
  });
  expect(status).toBe(200);
});

test('a file over the limit is refused, says the limit, and leaves nothing behind', async () => {
  const before = stored();
  const count = () => app.db.one(sql`select count(*) as n from file`);
  const files = await count();
  const envelope = await operator.upload('huge.bin', new Uint8Array(50 * 1024 * 1024 + 1));
  expect(envelope).toMatchObject({ code: 26, detail: 'file_too_large' });
  expect(envelope.message).toContain('50 MB');
  expect(stored()).toEqual(before);
  expect(await count()).toEqual(files);
});

test('an upload that is broken off leaves nothing behind', async () => {
  const before = stored();
  await new Promise<void>((resolve) => {
    const sending = request(app.address + files.upload.path, {
      method: 'POST',
      headers: {
        IMEI: operator.imei,
        access_token: operator.tokens?.access_token ?? '',
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    sending.on('error', () => resolve());
    sending.write(part('name="file"; filename="cut.bin"', 'x'.repeat(100_000)).slice(0, 90_000), () => {
      setTimeout(() => sending.destroy(new Error('gone')), 100);
    });
  });
  await expect.poll(() => stored()).toEqual(before);
});

test('a stranger, and a role without the power, cannot upload', async () => {
  expect((await app.client().upload('a.txt', 'x')).code).toBe(401);
  const learner = await app.login('learner');
  expect((await learner.upload('a.txt', 'x')).code).toBe(16);
});
