import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { PushOutcome } from '#shared/contract/sites/push.ts';

/** A batch that a site pushed, under the number that the site gave it. */
export interface PushedBatch {
  site_id: number;
  batch_id: string;
  /** Tells a repeated batch from a different one under the same number. */
  body_hash: string;
  answer: PushOutcome;
  received_at: Date;
}

/** Stores receipts of batches whose content is stored. A site may have been deleted meanwhile. */
export function rememberBatches(db: Db, batches: readonly PushedBatch[]): Promise<number> {
  const column = <Key extends keyof PushedBatch>(key: Key) => batches.map((batch) => batch[key]);
  return db.run(sql`
    insert into push_batch (site_id, batch_id, body_hash, answer, received_at)
    select site_id, batch_id, body_hash, answer::jsonb, received_at
      from unnest(${column('site_id')}::integer[], ${column('batch_id')}::text[], ${column('body_hash')}::text[],
                  ${batches.map(({ answer }) => JSON.stringify(answer))}::text[],
                  ${column('received_at')}::timestamptz[])
             as i (site_id, batch_id, body_hash, answer, received_at)
      join site using (site_id)
    on conflict do nothing`);
}

export function rememberedBatch(
  db: Db,
  site_id: number,
  batch_id: string,
): Promise<Pick<PushedBatch, 'body_hash' | 'answer'> | undefined> {
  return db.one(sql`
    select body_hash, answer from push_batch where site_id = ${site_id} and batch_id = ${batch_id}`);
}
