import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { concurrency, created, lifeMinutes, MOST_TARGETS, reason } from './commands.ts';

const manner = { reason, life_minutes: lifeMinutes, concurrency };
const site_ids = z.array(id).min(1, 'required').max(MOST_TARGETS);

const known = z.object({
  site_id: id,
  site_name: z.string(),
  mn: z.string(),
  /** Null: the logger itself. */
  component_id: id.nullable(),
  component_name: z.string().nullable(),
  component_name_en: z.string().nullable(),
  formula: z.string().nullable(),
  unit: z.string().nullable(),
  /** Item and part: `sim.number`, `time.time`, `info.i12001`. */
  item: z.string(),
  value: z.unknown(),
  at: time,
  source: z.enum(['read', 'written']),
  command_id: id.nullable(),
});

/** Information about devices besides their measurements. */
export const deviceInformation = {
  data: call({
    path: '/monitor/device/value/data',
    needs: 'command.read',
    input: z.object({ site_ids, items: z.array(z.string().max(40)).max(50).optional() }),
    output: z.object({ data_info: z.array(known), total: z.int() }),
  }),
  phoneSend: call({
    path: '/monitor/phone/number/command/send',
    needs: 'control.query',
    writes: true,
    input: z.object({ site_ids, ...manner }),
    output: created,
  }),
  /** The numbers as last read. */
  phoneRead: call({
    path: '/monitor/phone/number/command/read',
    needs: 'command.read',
    input: z.object({ site_ids }),
    output: z.object({ data_info: z.array(known), total: z.int() }),
  }),
  meterRead: call({
    path: '/monitor/meter/status/read',
    needs: 'control.query',
    writes: true,
    input: z.object({ site_ids, component_ids: z.array(id).max(100).optional(), ...manner }),
    output: created,
  }),
  tvocRead: call({
    path: '/monitor/tvoc/read',
    needs: 'control.query',
    writes: true,
    input: z.object({ site_ids, ...manner }),
    output: created,
  }),
  /** Data usage of SIM cards from the configured provider; code 171 if it cannot be queried. */
  simUsage: call({
    path: '/monitor/sim/usage',
    needs: 'command.read',
    input: z.object({ site_ids }),
    output: z.object({
      /** Whether a provider is configured. */
      provider: z.boolean(),
      data_info: z.array(
        z.object({
          site_id: id,
          site_name: z.string(),
          iccid: z.string(),
          number: z.string(),
          used_mb: z.number(),
          total_mb: z.number().nullable(),
          status: z.string(),
          expires_at: time.nullable(),
        }),
      ),
      total: z.int(),
    }),
  }),
  /** Clock error of a device at each reading. */
  drift: call({
    path: '/monitor/device/clock/data',
    needs: 'command.read',
    input: z.object({ site_id: id, from: time, to: time }),
    output: z.object({
      data_info: z.array(z.object({ command_id: id, at: time, seconds: z.number() })),
      total: z.int(),
    }),
  }),
};
