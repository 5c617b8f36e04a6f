export const orderStates = [
  'pending',
  'accepted',
  'in_progress',
  'on_hold',
  'awaiting_check',
  'closed',
  'cancelled',
] as const;
export type OrderState = (typeof orderStates)[number];

export const orderActs = [
  'accept',
  'start',
  'hold',
  'do',
  'check_pass',
  'check_fail',
  'close',
  'cancel',
  'reopen',
] as const;
export type OrderAct = (typeof orderActs)[number];

interface Step {
  from: readonly OrderState[];
  to: OrderState;
}

const unfinished = ['pending', 'accepted', 'in_progress', 'on_hold', 'awaiting_check'] as const;

/** All steps of a work order. A step that is not listed is not allowed. */
export const orderSteps: Record<OrderAct, Step> = {
  accept: { from: ['pending'], to: 'accepted' },
  start: { from: ['accepted', 'on_hold'], to: 'in_progress' },
  hold: { from: ['in_progress'], to: 'on_hold' },
  do: { from: ['in_progress'], to: 'awaiting_check' },
  check_pass: { from: ['awaiting_check'], to: 'closed' },
  check_fail: { from: ['awaiting_check'], to: 'in_progress' },
  close: { from: unfinished, to: 'closed' },
  cancel: { from: ['pending', 'accepted'], to: 'cancelled' },
  reopen: { from: ['closed'], to: 'in_progress' },
};

/** The state after an act; null if it is not allowed. Orders without a check are closed when they are done. */
export function orderStep(state: OrderState, act: OrderAct, needsCheck: boolean): OrderState | null {
  const { from, to } = orderSteps[act];
  if (!from.includes(state)) return null;
  return act === 'do' && !needsCheck ? 'closed' : to;
}
