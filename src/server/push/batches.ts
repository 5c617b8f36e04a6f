import type { App } from '#server/app.ts';
import { storable } from '#server/db/storable.ts';
import type { Intake } from '#server/gateway/gateway.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import { rememberedBatch } from '#server/ingest/pushed-batches.ts';
import type { ItemProblem, PushOutcome } from '#shared/contract/sites/push.ts';
import { PushRefusal } from './answers.ts';
import { isKept, type TakenValue, takeValue, textOf } from './values.ts';

/** A batch with a verified sender. */
export interface SignedBatch {
  batch_id: string;
  items: unknown[];
  body_hash: string;
  remote: string;
}

/** `repeated`: it was stored before. */
export type Answered = PushOutcome & { repeated: boolean };

/** Most items of all senders that wait to be stored. */
const MOST_UNDER_WAY = 10_000;

/**
 * Makes batches idempotent: a stored batch is answered from its receipt, and one that is being stored is waited for.
 */
export class Batches {
  private readonly underWay = new Map<string, { body_hash: string; outcome: Promise<Answered> }>();
  private items = 0;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  async take(intake: Intake, site: KnownSite, batch: SignedBatch): Promise<Answered> {
    const key = `${site.site_id} ${batch.batch_id}`;
    const first = this.underWay.get(key);
    if (first) {
      mustBeSame(batch, first);
      return { ...(await first.outcome), repeated: true };
    }
    // Until it is stored, the same batch must not be stored again, even if its sender has given up.
    const outcome = this.takeNew(intake, site, batch).finally(() => this.underWay.delete(key));
    this.underWay.set(key, { body_hash: batch.body_hash, outcome });
    return outcome;
  }

  private async takeNew(intake: Intake, site: KnownSite, batch: SignedBatch): Promise<Answered> {
    const remembered = await rememberedBatch(this.app.pool, site.site_id, batch.batch_id);
    const at = this.app.now();
    if (remembered) {
      mustBeSame(batch, remembered);
      intake.heard(site, batch.remote, at, false);
      return { ...remembered.answer, repeated: true };
    }
    const { length } = batch.items;
    const { isFull, load } = intake.writer;
    // While nothing can be stored, the sender gets an error at once.
    if (isFull || load.blocked || this.items + length > MOST_UNDER_WAY)
      throw new PushRefusal(503, 'push_busy');
    this.items += length;
    try {
      return await this.store(intake, site, batch, at);
    } finally {
      this.items -= length;
    }
  }

  /** Stores the whole batch, then answers. */
  private async store(intake: Intake, site: KnownSite, batch: SignedBatch, at: Date): Promise<Answered> {
    const { batch_id, items, body_hash, remote } = batch;
    const taken = items.map((value) => takeValue(intake, site, value, { remote, at, raw: textOf(value) }));
    const answer: PushOutcome = {
      batch_id,
      received: items.length,
      stored: taken.filter(({ failed }) => failed.length === 0).length,
      failed: problems(taken, 'failed'),
      ignored: problems(taken, 'ignored'),
    };
    intake.heard(site, remote, at, answer.stored > 0);
    const kept = taken.filter((value, index) => index === 0 || isKept(intake, value));
    const [first, ...together] = kept.map(({ arrival }) => arrival);
    if (!first) throw new Error('a batch has items');
    const isStored = await new Promise<boolean>((settle) => {
      const remembered = { site_id: site.site_id, batch_id, body_hash, answer, received_at: at };
      intake.writer.push({ ...first, together, batch: remembered, settle });
    });
    // Sending it again would fail again.
    if (!isStored) throw new PushRefusal(422, 'push_unstorable');
    return { ...answer, repeated: false };
  }
}

function mustBeSame(batch: { body_hash: string }, first: { body_hash: string }): void {
  if (batch.body_hash !== first.body_hash) throw new PushRefusal(409, 'push_batch_differs');
}

function problems(taken: readonly TakenValue[], kind: 'failed' | 'ignored'): ItemProblem[] {
  return taken.flatMap((value, index) =>
    value[kind].map((problem) => ({ index, ...problem, field: storable(problem.field) })),
  );
}
