import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';

/** So many items may one batch or message hold. */
export const MOST_ITEMS = 1000;

/** What a site posts. Items are looked at one by one, so that one that is wrong does not keep the others out. */
export const pushedBatch = z.strictObject({
  batch_id: z.string().regex(/^[\w.:-]{1,100}$/, 'bad_format'),
  items: z.array(z.unknown()).min(1, 'required').max(MOST_ITEMS, 'too_many_items'),
});

/** What is wrong with an item, by its place in the batch, and where in it. */
export interface ItemProblem {
  index: number;
  field: string;
  problem: string;
  params?: Record<string, string | number>;
}

/** What became of a batch; the words are added in the sender's language. */
export interface PushOutcome {
  batch_id: string;
  received: number;
  stored: number;
  /** Why items were not stored. */
  failed: ItemProblem[];
  /** Values that were left out of items that were stored. */
  ignored: ItemProblem[];
}

const siteSecret = z.object({
  /** Null: this site may not push. */
  secret: z.string().nullable(),
  created_at: time.nullable(),
});
const ofSite = z.object({ site_id: id });

/** What a site signs its batches with; for those who may set up the site. */
export const pushSecrets = {
  get: call({
    path: '/monitor/point/push/secret',
    needs: 'site.write',
    input: ofSite,
    output: siteSecret,
  }),
  /** Makes one, or a new one in the place of the old, which no longer counts. */
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
