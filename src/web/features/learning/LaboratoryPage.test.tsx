import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { laboratory } from '#shared/contract/learning/laboratory.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { LaboratoryPage } from './LaboratoryPage.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a clock that was read is shown as times are shown, by the wall clock of the network', async () => {
  stubServer({
    [laboratory.station.path]: () =>
      ok({ mn: 'LAB1', station_type: 'air', password: '123456', check_password: true }),
    [laboratory.command.path]: () =>
      ok({ succeeded: true, values: { time: '2026-11-18T14:17:01.000Z' }, exchanges: [] }),
  });
  await showPage(<LaboratoryPage />, '/page?tab=commands');
  fireEvent.click(await screen.findByRole('button', { name: '发送' }));
  expect(await screen.findByText(/2026-11-18 22:17:01/)).toBeTruthy();
});
