import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { uploads } from '#shared/contract/files/files.ts';
import { uploadInChunks } from './chunked-upload.ts';
import { signedIn, signedOut } from './session.ts';
import { type Asked, startPlatform, userInfoFor } from './test-platform.ts';

let platform: Awaited<ReturnType<typeof startPlatform>> | undefined;
afterEach(async () => {
  signedOut();
  await platform?.stop();
});

const file = new File(['aaaa', 'bbbb', 'cc'], '固件.bin');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const stored = { file_id: 4, file_name: '固件.bin', size: 10, sha256: sha256('aaaabbbbcc') };

/** Test server: `here` are the stored chunk hashes, `onChunk` answers each chunk. */
async function start(here: (string | null)[], onChunk: (index: number, asked: Asked) => 'break' | object) {
  const begun = { upload_id: 'u-1', chunk_bytes: 4, chunks: here };
  platform = await startPlatform((asked) => {
    if (asked.path === uploads.begin.path) return { code: 0, data: begun };
    if (asked.path === uploads.finish.path) return { code: 0, data: stored };
    const index = Number(/name="chunk_index"\s+(\d)/.exec(asked.text)?.[1]);
    return onChunk(index, asked) as 'break';
  });
  signedIn(userInfoFor());
}

test('chunks that the server has by their hashes are not sent again; a break is tried again', async () => {
  const sent: number[] = [];
  await start([sha256('aaaa'), sha256('else'), null], (index, { text }) => {
    sent.push(index);
    if (sent.length === 1) return 'break';
    expect(text).toContain(sha256(index === 1 ? 'bbbb' : 'cc'));
    return { code: 0, data: {} };
  });
  const progress: number[] = [];
  const { signal } = new AbortController();
  const onProgress = (bytes: number) => progress.push(bytes);
  expect(await uploadInChunks(file, { purpose: 'upload', signal, onProgress })).toEqual(stored);
  expect(sent).toEqual([1, 1, 2]);
  expect(progress[0]).toBe(4);
  expect(progress.at(-1)).toBe(10);
  expect(platform?.askedFor(uploads.begin.path)[0]?.input).toEqual({
    file_name: '固件.bin',
    size: 10,
    purpose: 'upload',
  });
});

test('what the server refuses is not tried again, and what is stopped sends no more', async () => {
  await start([null, null, null], () => ({ code: 77 }));
  const stop = new AbortController();
  const options = { purpose: 'upload', signal: stop.signal, onProgress: () => {} } as const;
  await expect(uploadInChunks(file, options)).rejects.toMatchObject({ fault: 'file_format_wrong' });
  expect(platform?.askedFor(uploads.chunk.path)).toHaveLength(1);
  stop.abort();
  await expect(uploadInChunks(file, options)).rejects.toMatchObject({ kind: 'cancelled' });
  expect(platform?.askedFor(uploads.chunk.path)).toHaveLength(1);
});
