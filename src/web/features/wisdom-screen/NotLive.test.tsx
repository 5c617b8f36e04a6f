import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { NotLive } from './WisdomScreenPage.tsx';

beforeEach(() => {
  signInAs(0);
  stubServer({});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('a network that never sent anything is told so, one that fell silent since when', async () => {
  await showPage(<NotLive live={{ state: 'stale', since: 0 }} />);
  expect((await screen.findByRole('alert')).textContent).toBe('还没有收到任何站点的数据');
  cleanup();
  await showPage(<NotLive live={{ state: 'stale', since: Date.parse('2026-11-18T02:00:00Z') }} />);
  expect((await screen.findByRole('alert')).textContent).toBe(
    '2026-11-18 10:00:00 之后没有收到任何站点的数据',
  );
});
