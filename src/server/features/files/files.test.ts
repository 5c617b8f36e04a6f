import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeXlsx } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { fileList, files, type StoredFile, uploads } from '#shared/contract/files/files.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { tidy } from '#test/helpers/upkeep.ts';

let app: TestApp;
let admin: Client;
let operator: Client;
beforeAll(async () => {
  app = await testApp({ FILE_MAX_MB: '40', FILE_TYPES: '.txt, csv bin PDF' });
  admin = await app.login('admin');
  operator = await app.login('operator');
});

let count = 0;
const newName = (type = 'txt') => `file ${++count}.${type}`;
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const contentPath = ({ sha256 }: StoredFile) => join(app.config.dataDir, 'files', sha256);
async function upload(content = `content ${++count}`, name = newName()): Promise<StoredFile> {
  return (await operator.upload(name, content, 'upload')).data as StoredFile;
}
const addressOf = async (client: Client, { file_id }: StoredFile) =>
  (await client.send(files.download, { file_id })).url;

describe('the list', () => {
  test('holds what people upload, with who and when, and not what belongs to something else', async () => {
    const file = await upload('监测', '报告 2026.TXT');
    await operator.upload('users.csv', 'a,b', 'attachment');
    const { data_info } = await admin.send(fileList.list, { file_type: 'txt', keyword: '报告' });
    expect(data_info).toMatchObject([
      { ...file, file_type: 'txt', uploader: operator.user?.real_name, created_at: expect.any(String) },
    ]);
    expect((await admin.send(fileList.list, { keyword: 'users.csv' })).total).toBe(0);
  });

  test('has each name once, whatever its capitals (75)', async () => {
    await upload('one', '周报.txt');
    expect(await operator.upload('周报.TXT', 'two', 'upload')).toMatchObject({ code: 75 });
    await expect(operator.send(uploads.begin, { file_name: '周报.txt', size: 3 })).rejects.toMatchObject({
      fault: 'file_name_repeated',
    });
  });
});

describe('what is refused', () => {
  test('a type that is not configured (77), which is said before anything is sent', async () => {
    expect(await operator.upload('a.exe', 'MZ', 'upload')).toMatchObject({
      code: 77,
      detail: 'file_type_refused',
    });
    const asked = { file_name: 'a.png', size: 10 };
    await expect(operator.send(uploads.begin, asked)).rejects.toMatchObject({ fault: 'file_format_wrong' });
    expect(await operator.send(uploads.limits, {})).toEqual({
      max_bytes: 40 * 1024 * 1024,
      types: ['txt', 'csv', 'bin', 'pdf'],
    });
  });

  test('such a type for every purpose, except the sheets of an import', async () => {
    for (const purpose of ['upload', 'attachment', 'app'] as const)
      expect(await operator.upload('a.exe', 'MZ', purpose)).toMatchObject({ detail: 'file_type_refused' });
    const sheet = await writeXlsx({ sheets: [{ name: 'a', rows: [['a']] }] });
    expect(await operator.upload('a.xlsx', sheet, 'upload')).toMatchObject({ detail: 'file_type_refused' });
    expect(await operator.upload('a.xlsx', sheet, 'attachment')).toMatchObject({ code: 0 });
  });

  test('a name that lies about its content (77), as an attachment too', async () => {
    const lie = { code: 77, detail: 'file_content_differs' };
    expect(await operator.upload(newName('pdf'), 'MZ\u0000 I am a program', 'upload')).toMatchObject(lie);
    expect(await operator.upload('data.xlsx', 'a,b', 'attachment')).toMatchObject(lie);
  });

  test('a file over the configured size (26), which is said before anything is sent', async () => {
    const asked = { file_name: newName('bin'), size: 40 * 1024 * 1024 + 1 };
    await expect(operator.send(uploads.begin, asked)).rejects.toMatchObject({
      fault: 'upload_failed',
      envelope: { detail: 'file_too_large', message: expect.stringContaining('40 MB') },
    });
  });
});

describe('a download', () => {
  test('gives the bytes to the user who asked, under the name', async () => {
    const file = await upload('监测数据');
    const response = await admin.download(await addressOf(admin, file));
    expect(await response.text()).toBe('监测数据');
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent(file.file_name));
  });

  test('does not work for another user, for nobody, or after its time', async () => {
    const url = await addressOf(admin, await upload());
    await operator.send(uploads.limits, {});
    expect((await operator.download(url)).status).toBe(404);
    expect((await app.client().download(url)).status).toBe(404);
    expect((await admin.download(url)).status).toBe(200);
    app.clock.forward(301);
    expect((await admin.download(url)).status).toBe(404);
  });

  test('that is over says so to whoever opens it, in their language', async () => {
    const open = (language: string) =>
      fetch(`${app.address}/file/download/old.address`, { headers: { 'accept-language': language } });
    const response = await open('zh-CN,zh;q=0.9');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toContain('下载地址已失效');
    expect(await (await open('en-US,en')).text()).toContain('This download link has expired');
  });

  test('works for a program, which has a token and keeps no cookies, and not with the token of another', async () => {
    const url = app.address + (await addressOf(admin, await upload('监测数据')));
    const withToken = ({ tokens, imei }: Client) =>
      fetch(url, { headers: { access_token: tokens?.access_token ?? '', imei } });
    expect(await (await withToken(admin)).text()).toBe('监测数据');
    expect((await withToken(operator)).status).toBe(404);
  });

  test('does not work with a token without the device that it was made for', async () => {
    const url = app.address + (await addressOf(admin, await upload()));
    const access_token = admin.tokens?.access_token ?? '';
    const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
    expect(await status({ access_token })).toBe(404);
    expect(await status({ access_token, imei: 'another device' })).toBe(404);
    expect(await status({ access_token, imei: admin.imei })).toBe(200);
  });

  test('does not work once the user has signed out', async () => {
    const leaving = await app.login('manager');
    const url = await addressOf(leaving, await upload());
    await leaving.send(signIn.out, {});
    expect((await leaving.download(url)).status).toBe(404);
  });

  test('of a file that was never there is 28, of lost content 97, of damaged content 98', async () => {
    const file = await upload();
    const attempt = () => addressOf(admin, file);
    await expect(addressOf(admin, { ...file, file_id: 999_999 })).rejects.toMatchObject({
      envelope: { code: 28 },
    });
    truncateSync(contentPath(file), 1);
    await expect(attempt()).rejects.toMatchObject({ envelope: { code: 98 } });
    rmSync(contentPath(file));
    await expect(attempt()).rejects.toMatchObject({ envelope: { code: 97 } });
    mkdirSync(contentPath(file));
    await expect(attempt()).rejects.toMatchObject({ envelope: { code: 98 } });
    rmSync(contentPath(file), { recursive: true });
  });

  test('of an attachment is not offered here', async () => {
    const { data } = await operator.upload('import.csv', 'secret,password', 'attachment');
    await expect(addressOf(admin, data as StoredFile)).rejects.toMatchObject({ fault: 'file_missing' });
  });
});

describe('deleting', () => {
  test('takes one or several, all or none, and names what is not there (28)', async () => {
    const [one, two, three] = [await upload(), await upload(), await upload()];
    await admin.send(files.remove, { file_id: one.file_id });
    const gone = { fault: 'file_missing' };
    await expect(admin.send(files.remove, { file_id: one.file_id })).rejects.toMatchObject(gone);
    const mixed = { file_id: [one.file_id, two.file_id] };
    await expect(admin.send(files.removeMany, mixed)).rejects.toMatchObject(gone);
    await admin.send(files.removeMany, { file_id: [two.file_id, three.file_id] });
  });

  test('content goes when the last file that has it is gone, and not before', async () => {
    const [one, two] = [await upload('shared by two'), await upload('shared by two')];
    await admin.send(files.remove, { file_id: one.file_id });
    await tidy(app.app);
    expect(readFileSync(contentPath(two), 'utf8')).toBe('shared by two');
    await admin.send(files.remove, { file_id: two.file_id });
    await tidy(app.app);
    expect(readdirSync(join(app.config.dataDir, 'files'))).not.toContain(two.sha256);
  });
});

describe('a file in chunks', () => {
  const content = new Uint8Array(9 * 1024 * 1024).map((_, index) => (index * 7919) % 251);
  const begin = (file_name: string, client = operator) =>
    client.send(uploads.begin, { file_name, size: content.length });
  const bytesOf = (index: number, size: number) => content.slice(index * size, (index + 1) * size);
  const chunk = (upload_id: string, chunk_index: number, bytes: Uint8Array, hash = sha256(bytes)) =>
    operator.form(uploads.chunk.path, { upload_id, chunk_index, sha256: hash }, 'chunk', bytes);

  test('may come in any order, and goes on where it was broken off', async () => {
    const name = newName('bin');
    const { upload_id, chunk_bytes, chunks } = await begin(name);
    expect(chunks).toEqual([null, null, null]);
    await chunk(upload_id, 2, bytesOf(2, chunk_bytes));
    await chunk(upload_id, 0, bytesOf(0, chunk_bytes));
    const again = await begin(name);
    expect(again).toMatchObject({
      upload_id,
      chunks: [sha256(bytesOf(0, chunk_bytes)), null, expect.any(String)],
    });
    const { uploads: left } = await operator.send(uploads.unfinished, {});
    expect(left).toMatchObject([{ upload_id, file_name: name, received: 2 * chunk_bytes }]);
    await chunk(upload_id, 1, bytesOf(1, chunk_bytes));
    const file = await operator.send(uploads.finish, { upload_id });
    expect(file).toMatchObject({ file_name: name, size: content.length, sha256: sha256(content) });
    expect(sha256(readFileSync(contentPath(file)))).toBe(file.sha256);
    expect((await operator.send(uploads.unfinished, {})).uploads).toEqual([]);
  });

  test('is refused chunk by chunk where bytes are damaged, too few or too many (26)', async () => {
    const { upload_id, chunk_bytes } = await begin(newName('bin'));
    const damaged = { code: 26, detail: 'file_damaged' };
    const first = bytesOf(0, chunk_bytes);
    expect(await chunk(upload_id, 0, first, sha256('else'))).toMatchObject(damaged);
    expect(await chunk(upload_id, 0, first.slice(1))).toMatchObject(damaged);
    expect(await chunk(upload_id, 3, first)).toMatchObject(damaged);
    expect(await chunk(upload_id, 0, content)).toMatchObject({ code: 26 });
    expect(await chunk(upload_id, -1, first)).toMatchObject({ code: 400 });
    await expect(operator.send(uploads.finish, { upload_id })).rejects.toMatchObject({
      fault: 'upload_failed',
    });
    await operator.send(uploads.cancel, { upload_id });
    expect(await chunk(upload_id, 0, first)).toMatchObject({ code: 28 });
  });

  test('that a disk has damaged meanwhile is not made a file; the chunk is asked for again', async () => {
    const name = newName('bin');
    const { upload_id, chunk_bytes } = await begin(name);
    for (const index of [0, 1, 2]) await chunk(upload_id, index, bytesOf(index, chunk_bytes));
    const part = join(app.config.dataDir, 'uploads', upload_id);
    writeFileSync(part, 'x', { flag: 'r+' });
    await expect(operator.send(uploads.finish, { upload_id })).rejects.toMatchObject({
      fault: 'upload_failed',
    });
    expect((await begin(name)).chunks).toEqual([null, expect.any(String), expect.any(String)]);
    await chunk(upload_id, 0, bytesOf(0, chunk_bytes));
    expect(await operator.send(uploads.finish, { upload_id })).toMatchObject({ sha256: sha256(content) });
  });

  test('that lies is refused at its first chunk (77), and that was it', async () => {
    const { upload_id, chunk_bytes } = await begin(newName('pdf'));
    expect(await chunk(upload_id, 0, bytesOf(0, chunk_bytes))).toMatchObject({ code: 77 });
    expect(await chunk(upload_id, 0, bytesOf(0, chunk_bytes))).toMatchObject({ code: 28 });
  });

  test('belongs to the user who began it', async () => {
    const name = newName('bin');
    const { upload_id } = await begin(name);
    expect((await begin(name, admin)).upload_id).not.toBe(upload_id);
    for (const { path } of [uploads.finish, uploads.cancel])
      expect((await admin.raw(path, { upload_id })).envelope).toMatchObject({ code: 28 });
  });

  test('whose name was taken meanwhile is refused at the end (75)', async () => {
    const file_name = newName();
    const { upload_id } = await operator.send(uploads.begin, { file_name, size: 0 });
    await admin.upload(file_name, 'quicker', 'upload');
    await expect(operator.send(uploads.finish, { upload_id })).rejects.toMatchObject({
      fault: 'file_name_repeated',
    });
  });

  test('is swept up when nobody goes on with it for a week', async () => {
    const { upload_id, chunk_bytes } = await begin(newName('bin'));
    await chunk(upload_id, 0, bytesOf(0, chunk_bytes));
    await app.db.run(sql`
      update file_upload set updated_at = ${new Date(app.clock.now.getTime() - 8 * 86_400_000)}
       where upload_id = ${upload_id}`);
    const old = new Date('2026-01-01');
    const part = join(app.config.dataDir, 'uploads', upload_id);
    utimesSync(part, old, old);
    await tidy(app.app);
    expect(await chunk(upload_id, 1, bytesOf(1, chunk_bytes))).toMatchObject({ code: 28 });
    expect(readdirSync(join(app.config.dataDir, 'uploads'))).not.toContain(upload_id);
  });
});
