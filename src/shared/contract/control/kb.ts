import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { LEAST_K, MOST_K } from '#shared/domain/command-kinds.ts';
import { concurrency, created, lifeMinutes, MOST_TARGETS, reason } from './commands.ts';
import { correctionPlace } from './corrections.ts';
import { settable } from './settable.ts';

const manner = { reason, life_minutes: lifeMinutes, concurrency };
const site_ids = z.array(id).min(1, 'required').max(MOST_TARGETS);
const component_ids = z.array(id).max(100);

/** Slope and intercept of each factor in the device and in the platform, as far as they are known. */
export const kbValues = listing({
  name: 'kbValues',
  path: '/monitor/kb/data',
  needs: 'command.read',
  row: {
    ...settable,
    at: time.nullable(),
    source: z.enum(['read', 'written']).nullable(),
    /** Applied by the platform to what the device sends. */
    platform_k: z.number(),
    platform_b: z.number(),
    /** Where the site is corrected, and since when; null: from the beginning. */
    place: correctionPlace,
    place_since: time.nullable(),
  },
  sortable: ['site_name', 'component_name', 'k', 'b', 'at'],
  search: ['site_name', 'mn', 'component_name', 'component_name_en', 'formula'],
  filters: {
    site_id: z.union([id, z.array(id).max(MOST_TARGETS)]).optional(),
    component_id: z.union([id, component_ids]).optional(),
    online: z.boolean().optional(),
  },
});

export const kbActions = {
  set: call({
    path: '/monitor/kb/set',
    needs: 'control.kb',
    writes: true,
    input: z.object({
      items: z
        .array(
          z.object({
            site_id: id,
            component_id: id,
            k: z.number().min(LEAST_K).max(MOST_K),
            b: z.number(),
          }),
        )
        .min(1, 'required')
        .max(MOST_TARGETS),
      ...manner,
    }),
    output: created,
  }),
  /** All factors of a device, or the given ones. */
  read: call({
    path: '/monitor/kb/read',
    needs: 'control.query',
    writes: true,
    input: z.object({ site_id: id, component_ids: component_ids.optional(), ...manner }),
    output: created,
  }),
  readBatch: call({
    path: '/monitor/kb/read/batch',
    needs: 'control.query',
    writes: true,
    input: z.object({ site_ids, component_ids: component_ids.optional(), ...manner }),
    output: created,
  }),
  /** Restores what the device had before a command. */
  rollBack: call({
    path: '/monitor/kb/rollback',
    needs: 'control.kb',
    writes: true,
    input: z.object({ command_id: id, ...manner }),
    output: created,
  }),
  /** Hourly values of the last days, as they are and with another K and B. */
  preview: call({
    path: '/monitor/kb/preview',
    needs: 'command.read',
    input: z.object({
      site_id: id,
      component_id: id,
      k: z.number().min(LEAST_K).max(MOST_K),
      b: z.number(),
      days: z.int().min(1).max(31).default(7),
    }),
    output: z.object({
      /** K and B in the device; 1 and 0 if they were never read. */
      before: z.object({ k: z.number(), b: z.number(), known: z.boolean() }),
      times: z.array(time),
      values: z.array(z.number().nullable()),
      after: z.array(z.number().nullable()),
    }),
  }),
};
