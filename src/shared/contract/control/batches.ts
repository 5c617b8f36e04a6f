import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { commandKindName, concurrency } from './commands.ts';

const count = z.int();

/** Commands that are monitored, paused and retried together. */
export const commandBatches = listing({
  name: 'commandBatches',
  path: '/monitor/command/batch/data',
  needs: 'command.read',
  row: {
    batch_id: id,
    kind: commandKindName,
    reason: z.string(),
    concurrency: z.int(),
    paused: z.boolean(),
    created_by_name: z.string(),
    created_at: time,
    /** Of the sites that the user may see; retried commands count once. */
    total: count,
    waiting: count,
    under_way: count,
    succeeded: count,
    troubled: count,
    cancelled: count,
  },
  sortable: ['created_at', 'kind', 'total'],
  search: ['reason', 'created_by_name'],
  filters: {
    batch_id: id.optional(),
    kind: z.union([commandKindName, z.array(commandKindName).max(100)]).optional(),
    created_at_from: time.optional(),
    created_at_to: time.optional(),
  },
});

const one = z.object({ batch_id: id });

export const batchActions = {
  pause: call({
    path: '/monitor/command/batch/pause',
    needs: 'command.read',
    writes: true,
    input: one.extend({ paused: z.boolean() }),
    output: z.object({}),
  }),
  pace: call({
    path: '/monitor/command/batch/pace',
    needs: 'command.read',
    writes: true,
    input: one.extend({ concurrency }),
    output: z.object({}),
  }),
  /** Cancels commands that were not sent yet. */
  cancel: call({
    path: '/monitor/command/batch/cancel',
    needs: 'command.read',
    writes: true,
    input: one,
    output: z.object({ done: z.int() }),
  }),
  /** Repeats commands that did not succeed, as new ones, except those that must not run twice. */
  retry: call({
    path: '/monitor/command/batch/retry',
    needs: 'command.read',
    writes: true,
    input: one,
    output: z.object({ done: z.int() }),
  }),
};
