import * as z from 'zod';
import { orderActs, orderStates, orderStep } from '#shared/domain/order-steps.ts';
import { qualityCheck, zeroFactors } from '#shared/domain/quality-checks.ts';

const n = z.number();

const check = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zero'), factor: z.enum(zeroFactors), measured: n, standard: n }),
  z.object({ kind: z.enum(['span', 'standard']), measured: n, standard: n }),
  z.object({ kind: z.enum(['zero_drift', 'span_drift']), today: n, previous: n, span: n }),
  z.object({
    kind: z.literal('spike'),
    before: n,
    after: n,
    volume_before: n,
    volume_added: n,
    concentration_added: n,
  }),
  z.object({ kind: z.literal('parallel'), a: n, b: n }),
]);

export function tryQualityCheck(line: string) {
  return qualityCheck(check.parse(JSON.parse(line)));
}

const step = z.object({
  state: z.string(),
  act: z.string(),
  needs_check: z.boolean().default(true),
});

/** An unknown state or act is not allowed. */
export function tryOrder(line: string) {
  const { state, act, needs_check } = step.parse(JSON.parse(line));
  const from = orderStates.find((one) => one === state);
  const known = orderActs.find((one) => one === act);
  return { to: from && known ? orderStep(from, known, needs_check) : null };
}
