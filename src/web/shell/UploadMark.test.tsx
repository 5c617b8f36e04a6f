import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '#web/api/upload-queue.ts';
import { showPage, signInAs } from '#web/ui/testing.tsx';
import { UploadMark } from './UploadMark.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an upload that goes on is shown on any page, and leads to its own', async () => {
  let refuse: (answer: Response) => void = () => undefined;
  const asked = new Promise<Response>((resolve) => {
    refuse = resolve;
  });
  vi.stubGlobal('fetch', () => asked);
  await showPage(<UploadMark />);
  expect(screen.queryByRole('link')).toBeNull();
  enqueue(new File(['content'], 'report.txt'));
  const mark = await screen.findByRole('link', { name: '正在上传 1 个文件，0%' });
  expect(mark.getAttribute('href')).toBe('/assistconfigs/fileupload');
  refuse(new Response(JSON.stringify({ code: 77 })));
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});
