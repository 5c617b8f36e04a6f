import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileList, files, uploads } from '#shared/contract/files/files.ts';
import { testApp } from '#test/helpers/app.ts';
import { idlePort } from '#test/helpers/idle-port.ts';

const SIZE = 300 * 1024 * 1024;

/** Content that differs between chunks. */
function chunkAt(index: number, chunk_bytes: number): Uint8Array {
  return Buffer.alloc(Math.min(chunk_bytes, SIZE - index * chunk_bytes), `chunk ${index} `);
}

test('300 MB broken off in the middle go on after a restart, whole, without sending anything twice', async () => {
  const app = await testApp({ PORT: String(await idlePort()) });
  const operator = await app.login('operator');
  const begin = () => operator.send(uploads.begin, { file_name: 'firmware.bin', size: SIZE });
  const whole = createHash('sha256');
  const sendAll = async (upload_id: string, chunk_bytes: number, chunks: (string | null)[], until = SIZE) => {
    const sent: number[] = [];
    for (const [index, here] of chunks.entries()) {
      const bytes = chunkAt(index, chunk_bytes);
      if (here || index * chunk_bytes >= until) continue;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const fields = { upload_id, chunk_index: index, sha256 };
      expect(await operator.form(uploads.chunk.path, fields, 'chunk', bytes)).toMatchObject({ code: 0 });
      sent.push(index);
    }
    return sent;
  };

  const first = await begin();
  const before = await sendAll(first.upload_id, first.chunk_bytes, first.chunks, SIZE / 2);
  await app.restart();
  const second = await begin();
  expect(second.upload_id).toBe(first.upload_id);
  expect(second.chunks.flatMap((here, index) => (here ? [index] : []))).toEqual(before);
  const after = await sendAll(second.upload_id, second.chunk_bytes, second.chunks);
  expect([...before, ...after]).toEqual(second.chunks.map((_, index) => index));

  const file = await operator.send(uploads.finish, { upload_id: second.upload_id });
  for (const index of second.chunks.keys()) whole.update(chunkAt(index, second.chunk_bytes));
  expect(file).toMatchObject({ size: SIZE, sha256: whole.digest('hex') });
  expect((await operator.send(fileList.list, {})).data_info[0]).toMatchObject({ ...file });

  const { url } = await operator.send(files.download, { file_id: file.file_id });
  const fetched = createHash('sha256');
  for await (const bytes of (await operator.download(url)).body ?? []) fetched.update(bytes);
  expect(fetched.digest('hex')).toBe(file.sha256);
}, 120_000);
