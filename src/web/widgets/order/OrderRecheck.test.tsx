import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import type { OrderDetail } from './OrderForm.tsx';
import { OrderRecheck } from './OrderRecheck.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const alarm = {
  ...{
    alarm_id: 1,
    kind: 'over_standard',
    component_id: null,
    component_name: null,
    component_name_en: null,
  },
  ...{ formula: null, unit: null, decimals: null, data_type: 'hour', limit_value: 4 },
  ...{ from_at: '2026-11-18T11:00:00.000Z', ended_at: null, state: 'open', since: null, until: null },
};

test('the alarms of an order are called as the alarm log calls them', async () => {
  stubServer({});
  const alarms = [
    { ...alarm, side: 'water_class' },
    { ...alarm, alarm_id: 2, side: 'high', component_name: '氨氮', formula: 'NH3-N' },
  ];
  const order = { site_id: null, recheck_minutes: 60, override_reason: '', alarms } as unknown as OrderDetail;
  await showPage(<OrderRecheck order={order} />);
  expect(await screen.findByRole('link', { name: '水质类别劣于限值' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'NH₃-N 超上限' })).toBeTruthy();
});
