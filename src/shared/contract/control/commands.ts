import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, idOrIds, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { commandKindNames } from '#shared/domain/command-kinds.ts';
import { commandStates } from '#shared/domain/command-run.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { paramValues } from './params.ts';

export const commandKindName = z.enum(commandKindNames);
export const commandState = z.enum(commandStates);

/** Parameters, answers and values by name; factors by id. */
const told = z.record(z.string(), z.unknown());

const row = {
  command_id: id,
  kind: commandKindName,
  site_id: id,
  site_name: z.string(),
  mn: z.string(),
  /** Whether its device is connected to one of our servers. */
  online: z.boolean(),
  component_id: id.nullable(),
  component_name: z.string().nullable(),
  component_name_en: z.string().nullable(),
  formula: z.string().nullable(),
  unit: z.string().nullable(),
  /** Without passwords. */
  params: told,
  state: commandState,
  /** For a timeout: the answer that did not come. */
  phase: z.enum(['ack', 'exec']).nullable(),
  qn_rtn: z.int().nullable(),
  exe_rtn: z.int().nullable(),
  error: z.string().nullable(),
  late: z.boolean(),
  confirmed: z.boolean().nullable(),
  settled_by: z.enum(['answer', 'read_back', 'late_answer']).nullable(),
  sends: z.int(),
  batch_id: id.nullable(),
  reason: z.string(),
  cancel_reason: z.string().nullable(),
  /** Empty: the platform itself. */
  created_by_name: z.string(),
  /** Created by the user, who may not approve it. */
  own: z.boolean(),
  created_at: time,
  /** Or the person who rejected it. */
  approved_by_name: z.string(),
  /** By the second person, instead of approved. */
  rejected: z.boolean(),
  expires_at: time,
  sent_at: time.nullable(),
  finished_at: time.nullable(),
  result: told.nullable(),
  before_value: told.nullable(),
  after_value: told.nullable(),
};

export const commandLog = listing({
  name: 'commands',
  path: '/monitor/command/data',
  needs: 'command.read',
  row,
  sortable: ['created_at', 'finished_at', 'state', 'kind', 'site_name'],
  search: ['site_name', 'mn', 'reason', 'created_by_name'],
  filters: {
    command_id: id.optional(),
    site_id: id.optional(),
    batch_id: id.optional(),
    component_id: id.optional(),
    kind: z.union([commandKindName, z.array(commandKindName).max(100)]).optional(),
    state: z.union([commandState, z.array(commandState).max(commandStates.length)]).optional(),
    /** Neither finished nor permanently unknown. */
    open: z.boolean().optional(),
    created_at_from: time.optional(),
    created_at_to: time.optional(),
  },
});

const reply = z.object({
  received_at: time,
  cn: z.string(),
  qn: z.string(),
  raw: z.string(),
  late: z.boolean(),
  by_fallback: z.boolean(),
});

/** Maximum number of commands in one call. */
export const MOST_TARGETS = 5000;
export const LIFE_MINUTES = 10;
export const CONCURRENCY = 50;

/** Required for dangerous commands. */
export const reason = text(200).default('');
/** How long a command may wait for its device. */
export const lifeMinutes = z
  .int()
  .min(1)
  .max(7 * DAY_MINUTES)
  .default(LIFE_MINUTES);
export const concurrency = z.int().min(1).max(500).default(CONCURRENCY);

/** The created commands, and refused ones. */
export const created = z.object({
  /** Null: a single command. */
  batch_id: id.nullable(),
  commands: z.array(
    z.object({ command_id: id, site_id: id, component_id: id.nullable(), state: commandState }),
  ),
  /** Sites whose devices do not support it, or have no code for the factor. */
  refused: z.array(z.object({ site_id: id, why: z.enum(['not_supported', 'no_code']) })),
});

const kinds = z.array(commandKindName).max(commandKindNames.length);

export const commandActions = {
  /** A command of any kind, to one or more devices. `commandKinds` defines the parameters of each kind. */
  send: call({
    path: '/monitor/command/send',
    needs: 'command.read',
    writes: true,
    input: z.object({
      kind: commandKindName,
      targets: z
        .array(
          z.object({ site_id: id, params: paramValues.default({}), list: z.array(paramValues).optional() }),
        )
        .min(1, 'required')
        .max(MOST_TARGETS),
      reason,
      life_minutes: lifeMinutes,
      concurrency,
    }),
    output: created,
  }),
  /** One command with all requests and answers as raw packets. */
  get: call({
    path: '/monitor/command/get',
    needs: 'command.read',
    input: z.object({ command_id: id }),
    output: z.object({
      ...row,
      exchanges: z.array(
        z.object({
          exchange_id: id,
          stage: z.enum(['run', 'verify']),
          step: z.int(),
          qn: z.string(),
          cn: z.string(),
          request: z.string(),
          sends: z.int(),
          sent_at: time,
          replies: z.array(reply),
        }),
      ),
    }),
  }),
  /** Only before it is sent. */
  cancel: call({
    path: '/monitor/command/cancel',
    needs: 'command.read',
    writes: true,
    input: z.object({ command_id: idOrIds }),
    output: z.object({ done: z.int() }),
  }),
  /** By a second person. */
  approve: call({
    path: '/monitor/command/approve',
    needs: 'command.approve',
    writes: true,
    input: z.object({ command_id: idOrIds, approved: z.boolean(), reason }),
    output: z.object({ done: z.int() }),
  }),
  /** Reads back the result of a command in state unknown now. */
  verify: call({
    path: '/monitor/command/verify',
    needs: 'command.read',
    writes: true,
    input: z.object({ command_id: idOrIds }),
    output: z.object({ done: z.int() }),
  }),
  /** Kinds that need approval, and kinds that need a reason. */
  policy: call({
    path: '/monitor/command/policy/data',
    needs: 'command.read',
    input: z.object({}),
    output: z.object({
      needs_approval: z.array(commandKindName),
      /** Besides dangerous kinds, which always need one. */
      needs_reason: z.array(commandKindName),
    }),
  }),
  setPolicy: call({
    path: '/monitor/command/policy/set',
    needs: 'command.policy',
    writes: true,
    input: z.object({ needs_approval: kinds, needs_reason: kinds.default([]) }),
    output: z.object({}),
  }),
};
