import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { versions } from '#shared/contract/platform/versions.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { VersionDetailsPage } from './VersionDetailsPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const version = (version_id: number, version_type: string, version_number: string) => ({
  version_id,
  version_type,
  version_number,
  version_text: '内容',
  version_text_en: '',
  created_at: '2026-11-15T00:00:00.000Z',
});

test('among all types the newest of each is marked', async () => {
  signInAs(0);
  const rows = [
    version(4, 'app', 'A2'),
    version(3, 'platform', 'P2'),
    version(2, 'app', 'A1'),
    version(1, 'platform', 'P1'),
  ];
  stubServer({ [versions.list.path]: () => ok({ data_info: rows, total: rows.length }) });
  await showPage(<VersionDetailsPage />);
  await screen.findByText('P1');
  const marked = screen
    .getAllByRole('heading', { level: 2 })
    .filter((head) => head.textContent?.includes('最新'));
  expect(marked.map((head) => head.textContent?.slice(0, 2))).toEqual(['A2', 'P2']);
});
