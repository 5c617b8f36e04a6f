import { afterEach, expect, test } from 'vitest';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { files } from '#shared/contract/files/files.ts';
import { signedIn, signedOut } from './session.ts';
import { startPlatform, userInfoFor } from './test-platform.ts';
import { upload } from './upload.ts';

let platform: Awaited<ReturnType<typeof startPlatform>> | undefined;

afterEach(async () => {
  signedOut();
  await platform?.stop();
});

test('a file travels as the part named file, and an expired token is renewed under way', async () => {
  const fresh = userInfoFor({}, 'new');
  const stored = { file_id: 4, file_name: '人员.xlsx', size: 3, sha256: 'x' };
  platform = await startPlatform(({ path, headers }) => {
    if (path === signIn.refresh.path) return { code: 0, data: fresh };
    return headers.access_token === fresh.access_token ? { code: 0, data: stored } : { code: 1 };
  });
  signedIn(userInfoFor({}, 'old'));
  const answer = await upload(new File(['abc'], '人员.xlsx'));
  expect(answer).toEqual(stored);
  const sent = platform.askedFor(files.upload.path);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(sent[1]?.text).toContain('name="file"');
});
