import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { MOST_INTERFERENCE } from '#shared/domain/command-kinds.ts';
import { concurrency, created, lifeMinutes, MOST_TARGETS, reason } from './commands.ts';
import { correctionPlace } from './corrections.ts';

const manner = { reason, life_minutes: lifeMinutes, concurrency };
const c = z.number().min(-MOST_INTERFERENCE).max(MOST_INTERFERENCE);
/** Coefficients of one factor; missing ones are not sent to the device. */
const list = z.array(z.object({ other: id, c })).max(50);
const coefficient = z.object({ component_id: id, other: id, c: z.number() });

/** Cross-interference between factors of a device: corrected = K × (raw − Σ c × other) + B. */
export const interference = {
  data: call({
    path: '/monitor/kcc/data',
    needs: 'command.read',
    input: z.object({ site_id: id }),
    output: z.object({
      /** Where the site is corrected; if in the platform, the device is not involved. */
      place: correctionPlace,
      /** Whether its protocol can set and read the coefficients. */
      can_set: z.boolean(),
      can_read: z.boolean(),
      factors: z.array(
        z.object({
          component_id: id,
          component_name: z.string(),
          component_name_en: z.string(),
          formula: z.string(),
          unit: z.string(),
          /** Weather interferes with sensors but has no interference itself. */
          category: z.string(),
          /** Time of the last read or write of its row; null: never. */
          at: time.nullable(),
          source: z.enum(['read', 'written']).nullable(),
        }),
      ),
      /** Known coefficients of the device, or those of the platform. */
      coefficients: z.array(coefficient),
    }),
  }),
  set: call({
    path: '/monitor/kcc/set',
    needs: 'control.kb',
    writes: true,
    input: z.object({
      items: z
        .array(z.object({ site_id: id, component_id: id, list: list.min(1, 'required') }))
        .min(1, 'required')
        .max(MOST_TARGETS),
      ...manner,
    }),
    output: created,
  }),
  read: call({
    path: '/monitor/kcc/read',
    needs: 'control.query',
    writes: true,
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(MOST_TARGETS),
      component_ids: z.array(id).max(100).optional(),
      ...manner,
    }),
    output: created,
  }),
  /** Restores what the device had before a command. */
  rollBack: call({
    path: '/monitor/kcc/rollback',
    needs: 'control.kb',
    writes: true,
    input: z.object({ command_id: id, ...manner }),
    output: created,
  }),
  /** Hourly values of one factor in the last days, as they are and with these coefficients. */
  preview: call({
    path: '/monitor/kcc/preview',
    needs: 'command.read',
    input: z.object({
      site_id: id,
      component_id: id,
      /** The complete new set. */
      coefficients: z.array(coefficient.extend({ c })).max(1000),
      days: z.int().min(1).max(31).default(7),
    }),
    output: z.object({
      /** False: the device was never read, and no coefficients are assumed. */
      known: z.boolean(),
      times: z.array(time),
      values: z.array(z.number().nullable()),
      after: z.array(z.number().nullable()),
    }),
  }),
};
