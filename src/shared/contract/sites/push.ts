import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';

/** Maximum number of items in one batch or message. */
export const MOST_ITEMS = 1000;

/** A batch posted by a site. Items are validated one by one, so that an invalid item does not prevent the others. */
export const pushedBatch = z.strictObject({
  batch_id: z.string().regex(/^[\w.:-]{1,100}$/, 'bad_format'),
  items: z.array(z.unknown()).min(1, 'required').max(MOST_ITEMS, 'too_many_items'),
});

/** A problem of an item, by its position in the batch, and the field. */
export interface ItemProblem {
  index: number;
  field: string;
  problem: string;
  params?: Record<string, string | number>;
}

/** The outcome of a batch; messages are added in the sender's language. */
export interface PushOutcome {
  batch_id: string;
  received: number;
  stored: number;
  /** Items that were not stored, with reasons. */
  failed: ItemProblem[];
  /** Values that were left out of stored items. */
  ignored: ItemProblem[];
}

const siteSecret = z.object({
  /** Null: the site cannot push. */
  secret: z.string().nullable(),
  created_at: time.nullable(),
});
const ofSite = z.object({ site_id: id });

/** The secret that a site signs its batches with; for users who may configure the site. */
export const pushSecrets = {
  get: call({
    path: '/monitor/point/push/secret',
    needs: 'site.write',
    input: ofSite,
    output: siteSecret,
  }),
  /** Creates a secret; an existing one becomes invalid. */
  renew: call({
    path: '/monitor/point/push/secret/renew',
    needs: 'site.write',
    writes: true,
    input: ofSite,
    output: siteSecret,
  }),
  revoke: call({
    path: '/monitor/point/push/secret/revoke',
    needs: 'site.write',
    writes: true,
    input: ofSite,
    output: empty,
  }),
};
