import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { useFinest } from './useFinest.ts';

function Finest() {
  return <output>{useFinest(5, true) ?? 'unknown'}</output>;
}

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test.each([
  [['realtime', 'minute', 'hour'], 'realtime'],
  [['minute', 'hour'], 'minute'],
  [['hour'], 'hour'],
  [[], 'realtime'],
])('of %j what is newest is shown first: %s', async (sent, finest) => {
  stubServer({
    [realtime.data.path]: ({ data_type }) =>
      ok({ data_info: (sent as string[]).includes(String(data_type)) ? [{ values: [{}] }] : [], total: 0 }),
  });
  await showPage(<Finest />, '/page');
  expect(await screen.findByText(finest)).toBeTruthy();
});
