import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, intervalSeconds } from '#shared/contract/fields.ts';

/** The selected sites: by id, or all that a list query matches. */
const chosen = {
  site_ids: z.array(id).min(1, 'required').max(10_000).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
};

/** `template`: the factors of the product line's template; the others use `component_ids`. */
export const factorChange = z.enum(['template', 'add', 'remove', 'replace']);

export const batchFields = [
  'project_id',
  'product_id',
  'agreement_id',
  'interval_seconds',
  'factors',
] as const;

const changes = z
  .object({
    project_id: id.nullable().optional(),
    product_id: id.optional(),
    agreement_id: id.optional(),
    interval_seconds: intervalSeconds.optional(),
    factors: z
      .object({ how: factorChange, component_ids: z.array(id).max(200).default([]) })
      .refine(({ how, component_ids }) => how === 'template' || component_ids.length > 0, {
        path: ['component_ids'],
        message: 'required',
      })
      .optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), 'required');
export type BatchChanges = z.output<typeof changes>;

const asked = { ...chosen, changes };
const isChosen = ({ site_ids, query }: { site_ids?: unknown; query?: unknown }) =>
  (site_ids === undefined) !== (query === undefined);
const notChosen = { path: ['site_ids'], message: 'required' };

/** One change for many sites. */
export const siteBatch = {
  /** Counts the changes without storing anything. */
  preview: call({
    path: '/monitor/point/batch/preview',
    needs: 'site.write',
    input: z.object(asked).refine(isChosen, notChosen),
    output: z.object({
      total: z.int(),
      changed: z.int(),
      /** Number of sites by field; a site may be counted for several. */
      by_field: z.array(z.object({ field: z.enum(batchFields), count: z.int() })),
      /** Sites that the user would lose access to, because it depends on their project. */
      lost: z.int(),
      /** Hash of the previewed changes; the run is refused if they are different by then. */
      basis: z.string(),
    }),
  }),
  run: call({
    path: '/monitor/point/batch',
    needs: 'site.write',
    writes: true,
    faults: {
      'changes.agreement_id': 'protocol_illegal',
      'changes.product_id': 'product_illegal',
      'changes.interval_seconds': 'interval_illegal',
    },
    input: z.object({ ...asked, basis: z.string() }).refine(isChosen, notChosen),
    output: z.object({ changed: z.int(), unchanged: z.int() }),
  }),
};
