import { expect, test } from 'vitest';
import { orderActs, orderStates, orderStep } from './order-steps.ts';

test('exactly these steps exist', () => {
  const steps = orderStates.flatMap((state) =>
    orderActs.flatMap((act) => {
      const to = orderStep(state, act, true);
      return to ? [`${state} ${act} ${to}`] : [];
    }),
  );
  expect(steps).toEqual([
    'pending accept accepted',
    'pending close closed',
    'pending cancel cancelled',
    'accepted start in_progress',
    'accepted close closed',
    'accepted cancel cancelled',
    'in_progress hold on_hold',
    'in_progress do awaiting_check',
    'in_progress close closed',
    'on_hold start in_progress',
    'on_hold close closed',
    'awaiting_check check_pass closed',
    'awaiting_check check_fail in_progress',
    'awaiting_check close closed',
    'closed reopen in_progress',
  ]);
});

test('what needs no check is closed once it is done', () => {
  expect(orderStep('in_progress', 'do', false)).toBe('closed');
  expect(orderStep('accepted', 'do', false)).toBeNull();
});
