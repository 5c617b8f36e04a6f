import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploads } from '#shared/contract/files/files.ts';
import { enqueue } from '#web/api/upload-queue.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { UploadPanel } from './UploadPanel.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['a wrong type or a lie', { code: 77 }, false],
  ['a repeated name', { code: 75 }, false],
  ['too large a file', { code: 26, detail: 'file_too_large' }, false],
  ['a damaged file', { code: 26, detail: 'file_damaged' }, true],
])('after %s the upload goes on only where that can help', async (what, refusal, isOffered) => {
  stubServer({
    [uploads.limits.path]: () => ok({ max_bytes: 1, types: [] }),
    [uploads.unfinished.path]: () => ok({ uploads: [] }),
    [uploads.begin.path]: () => refusal,
  });
  await showPage(<UploadPanel />);
  enqueue(new File(['content'], `${what}.txt`));
  const item = (await screen.findByText(`${what}.txt`)).closest('li') as HTMLElement;
  await within(item).findByText('未完成');
  expect(within(item).queryByRole('button', { name: '继续' }) !== null).toBe(isOffered);
});
