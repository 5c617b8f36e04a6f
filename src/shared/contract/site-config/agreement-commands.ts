import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, remark, text } from '#shared/contract/fields.ts';
import { verdict } from '#shared/contract/packets/packets.ts';
import { resource } from '#shared/contract/resource.ts';
import { commandKindNames } from '#shared/domain/command-kinds.ts';
import { wireSpecs } from '#shared/domain/command-wires.ts';

/** Commands that a protocol defines differently. Other kinds use the requests of the standard. */
export const agreementCommands = resource({
  name: 'agreementCommands',
  table: 'agreement_command',
  path: '/monitor/point/agreement/command',
  id: 'agreement_command_id',
  needs: 'agreement',
  fields: {
    agreement_id: id,
    kind: z.enum(commandKindNames),
    wires: wireSpecs,
    remark,
  },
  shows: { agreement_name: z.string(), cns: z.string() },
  search: ['remark', 'cns'],
  filters: { agreement_id: id.optional(), kind: z.enum(commandKindNames).optional() },
});

const value = z.union([z.string().max(300), z.number()]);
const values = z.record(z.string().max(40), value);
const slotProblem = z.object({
  at: z.int().nullable(),
  field: z.enum(['ask', 'reply', 'reply_cn']).nullable(),
  problem: z.string(),
  name: z.string().nullable(),
});

/** A dry run: the frames of a command for a site, and the interpretation of a pasted reply. Nothing is sent. */
export const agreementCommandTrials = {
  run: call({
    path: '/monitor/point/agreement/command/try',
    needs: 'agreement.write',
    input: z.object({
      site_id: id,
      kind: z.enum(commandKindNames),
      wires: wireSpecs,
      params: values.default({}),
      list: z.array(values).max(50).default([]),
      reply: text(10_000).default(''),
    }),
    output: z.object({
      /** Problems that prevent saving it. */
      problems: z.array(slotProblem),
      /** Why there are no frames for this site. */
      why_not: z.enum(['not_supported', 'no_code']).nullable(),
      /** `run`: the command itself; `verify`: the read-back, or the repeated request. Passwords are masked. */
      frames: z.array(z.object({ stage: z.enum(['run', 'verify']), cn: z.string(), frame: z.string() })),
      answers: z.array(
        z.object({
          cn: z.string(),
          /** `none`: it would not be accepted as an answer. */
          means: z.enum([
            'acknowledged',
            'refused',
            'succeeded',
            'failed',
            'notice',
            'values',
            'upload',
            'none',
          ]),
          code: z.number().nullable(),
          verdict,
          values,
          list: z.array(values),
        }),
      ),
    }),
  }),
};
