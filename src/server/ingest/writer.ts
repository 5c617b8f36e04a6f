import type { Logger } from 'pino';
import { isRowError, isUnavailable } from '#server/db/errors.ts';
import { storable } from '#server/db/storable.ts';
import type { RawPacket, ReadingRow, SeriesStore } from '#server/series/store.ts';
import { NOT_STORED } from './admit.ts';
import { BusyShare } from './busy-share.ts';
import type { DeviceLog } from './device-logs.ts';
import type { HeldPacket } from './held.ts';
import type { PushedBatch } from './pushed-batches.ts';

/** One frame on its way into the store. */
export interface Arrival {
  packet: RawPacket;
  reading?: ReadingRow;
  logs?: readonly DeviceLog[];
  /** Its values, where only its time keeps them from being stored. */
  held?: HeldPacket;
  /** Others that are stored with it, all or none, as what came in one batch. */
  together?: readonly Arrival[];
  /** That batch. */
  batch?: PushedBatch;
  /** Called once: `stored` when it is durable, which is when a device may be told, or not when it cannot be stored. */
  settle?(stored: boolean): void;
}

/** How much the writer has done and has before it. */
export interface Load {
  /** Packets made durable since the start. */
  stored: number;
  /** Packets since the start whose values the database cannot take; their bytes are kept. */
  dropped: number;
  /** Why nothing can be stored just now. */
  blocked: Blocked | undefined;
  /** Those of the batch under way among them. */
  waiting: number;
  /** When the one that waits longest arrived. */
  since: Date | undefined;
  /** A whole batch waits behind the one under way: more comes than can be stored, and other work should rest. */
  behind: boolean;
  /** Which share of the last moments was spent storing: near 1 where stations wait for their answers before they go on. */
  busyShare: number;
}

export interface Blocked {
  since: Date;
  error: unknown;
}

export interface WriterOptions {
  maxBatch: number;
  /** How long the first of a small batch waits for company: fewer transactions, and still far under a second. */
  lingerMs: number;
  /** From this many waiting arrivals on, the sockets are asked to wait too. */
  highWater: number;
  /** Writes down what else a batch says once it is in the store, and before anybody hears of it; can be repeated. */
  storeBeside(arrivals: readonly Arrival[], withinMs: number): Promise<void>;
  /** Told of every batch that is durable, after its devices were. */
  onStored(arrivals: readonly Arrival[]): void;
}

/** From so many arrivals on, sockets wait. */
export const HIGH_WATER = 4000;

const defaults: WriterOptions = {
  maxBatch: 1000,
  lingerMs: 50,
  highWater: HIGH_WATER,
  storeBeside: () => Promise.resolve(),
  onStored: () => undefined,
};
/** Where others spoke meanwhile, it waits so many times as long: a lone one that waits for its answer is not kept. */
const WITH_COMPANY = 4;
/** A batch that takes longer is followed by a smaller one: whoever arrives now waits for the one under way. */
const BATCH_MS = 100;
/** So many share a transaction well enough: waiting for more would only leave the database without work. */
const ENOUGH = 200;
const LEAST_BATCH = 100;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 2000;
/** The watchdog: a transaction that takes longer loses its connection, for it may be dead. */
const PATIENCE_MS = 20_000;
/** Where the database is only slow, each new attempt has twice the time. */
const MOST_PATIENCE_MS = 160_000;
/** So long the end waits for a database that takes nothing. */
const STOP_MS = 15_000;
/** Longer ones fit no index. */
const LONGEST_MN = 64;

/**
 * Gathers what arrives into batches and stores them one after the other. While the database is away or refuses to write
 * nothing is lost and nothing is acknowledged: the batch waits, the queue fills, and the sockets are held back. Only an
 * error that rows cause (`isRowError`) is held against a packet.
 */
export class Writer {
  /** Real-time values, which people look at as they come: they go before what is filed. */
  private live: Arrival[] = [];
  private filed: Arrival[] = [];
  private underWay: readonly Arrival[] = [];
  private readonly busy = new BusyShare();
  private stored = 0;
  private dropped = 0;
  private blocked: Blocked | undefined;
  private batchSize: number;
  private hadCompany = false;
  /** Since when anything has waited; the batch under way is waited for too. */
  private since = 0;
  private wake: (() => void) | undefined;
  private stopping = false;
  /** It has ended without what it still holds. */
  private givenUp = false;
  private readonly drained = new Set<() => void>();
  private readonly done: Promise<void>;
  private readonly store: Pick<SeriesStore, 'append'>;
  private readonly log: Logger;
  private readonly options: WriterOptions;

  constructor(store: Pick<SeriesStore, 'append'>, log: Logger, options: Partial<WriterOptions> = {}) {
    this.store = store;
    this.log = log;
    this.options = { ...defaults, ...options };
    this.batchSize = this.options.maxBatch;
    this.done = this.run();
  }

  push(arrival: Arrival): void {
    if (this.waiting === 0) this.since = performance.now();
    (arrival.reading?.data_type === 'realtime' ? this.live : this.filed).push(arrival);
    if (this.waiting === 1 || this.waiting >= this.enough) this.wake?.();
  }

  /** Whether more must wait; at the end nothing more is taken. */
  get isFull(): boolean {
    return this.stopping || this.waiting >= this.options.highWater;
  }

  get load(): Load {
    const oldest = [this.underWay[0], this.live[0], this.filed[0]].flatMap(
      (first) => first?.packet.received_at ?? [],
    );
    return {
      stored: this.stored,
      dropped: this.dropped,
      blocked: this.blocked,
      waiting: this.underWay.length + this.waiting,
      since: oldest.sort((a, b) => a.getTime() - b.getTime())[0],
      behind: this.waiting >= this.batchSize,
      busyShare: this.busy.value,
    };
  }

  private get waiting(): number {
    return this.live.length + this.filed.length;
  }

  private get enough(): number {
    return Math.min(this.batchSize, ENOUGH);
  }

  /** Runs `then` once the queue has room again. */
  onRoom(then: () => void): void {
    this.drained.add(then);
  }

  /**
   * Stores what has arrived, then ends. What the database has not taken by then is given up: nobody was told that it is
   * stored, so that devices and brokers send it again.
   */
  async stop(withinMs = STOP_MS): Promise<void> {
    this.stopping = true;
    this.wake?.();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.givenUp = true;
        const { waiting } = this.load;
        this.log.warn(
          { waiting },
          'stopping without packets that the database did not take; they are sent again',
        );
        resolve();
      }, withinMs);
    });
    await Promise.race([this.done, late]);
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    for (;;) {
      if (this.givenUp) return;
      if (this.waiting === 0) {
        if (this.stopping) return;
        await this.sleep();
        continue;
      }
      const lingerMs = this.options.lingerMs * (this.hadCompany ? WITH_COMPANY : 1);
      const restMs = lingerMs - (performance.now() - this.since);
      if (restMs > 0 && this.waiting < this.enough && !this.stopping) await this.sleep(restMs);
      const batch = this.nextBatch();
      this.hadCompany = new Set(batch.map(({ packet }) => packet.remote)).size > 1;
      this.underWay = batch;
      const began = performance.now();
      this.busy.begin();
      await this.keep(batch);
      this.busy.end();
      this.underWay = [];
      this.fit(batch.length, performance.now() - began);
      this.makeRoom();
    }
  }

  /** What is live comes first, but never takes more than half from what is filed. */
  private nextBatch(): Arrival[] {
    const forFiled = Math.min(this.filed.length, Math.floor(this.batchSize / 2));
    const batch = this.live.splice(0, this.batchSize - forFiled);
    return batch.concat(this.filed.splice(0, this.batchSize - batch.length));
  }

  private fit(stored: number, tookMs: number): void {
    if (stored < LEAST_BATCH) return;
    const fitting = Math.round((stored * BATCH_MS) / tookMs);
    this.batchSize = Math.min(this.options.maxBatch, Math.max(LEAST_BATCH, fitting));
  }

  private sleep(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
    });
  }

  private makeRoom(): void {
    if (this.waiting > this.options.highWater / 2) return;
    const waiting = [...this.drained];
    this.drained.clear();
    for (const then of waiting) then();
  }

  /** Stores a batch, however long the database takes to come back. */
  private async keep(batch: Arrival[], wasTried = false): Promise<void> {
    let [waitMs, patienceMs] = [FIRST_RETRY_MS, PATIENCE_MS];
    for (let again = wasTried; ; again = true) {
      const began = performance.now();
      try {
        await this.append(batch, again, patienceMs);
        this.blocked = undefined;
        return;
      } catch (error) {
        if (isRowError(error)) {
          await this.keepOneByOne(batch, error);
          return;
        }
        if (this.givenUp) return;
        this.blocked = { since: this.blocked?.since ?? new Date(), error };
        const why = isUnavailable(error) ? 'the database is away or refuses to write' : 'the database fails';
        this.log.warn({ err: error, waiting: this.waiting + batch.length }, why);
        if (performance.now() - began >= patienceMs) patienceMs = Math.min(patienceMs * 2, MOST_PATIENCE_MS);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        waitMs = Math.min(waitMs * 2, LAST_RETRY_MS);
      }
    }
  }

  private async append(batch: readonly Arrival[], again: boolean, withinMs: number): Promise<void> {
    const all = batch.flatMap((arrival) => (arrival.together ? [arrival, ...arrival.together] : arrival));
    await this.store.append({
      again,
      withinMs,
      packets: all.map(({ packet }) => packet),
      readings: all.flatMap(({ reading }) => (reading ? [reading] : [])),
    });
    await this.options.storeBeside(all, withinMs);
    this.stored += all.length;
    for (const { settle } of batch) settle?.(true);
    this.options.onStored(all);
  }

  /**
   * One arrival that cannot be stored must not take the others with it. It counts as dropped; its bytes are kept and
   * marked, so that people can see what it was, before anybody hears of it.
   */
  private async keepOneByOne(batch: Arrival[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      const { packet, settle, together = [] } = only;
      this.log.error({ err: error, mn: packet.mn, cn: packet.cn }, 'a packet cannot be stored');
      // Bytes that still fail have nothing left that could be taken off them.
      if (packet.deviations.includes(NOT_STORED)) return;
      const bytes = [packet, ...together.map(({ packet }) => packet)].map(bytesOnly);
      await this.keep(
        bytes.map((packet) => ({ packet })),
        true,
      );
      this.dropped += [only, ...together].filter(
        ({ reading, logs, held }) => reading || held || logs?.length,
      ).length;
      settle?.(false);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    // Some of it may be in the store, where only what is written beside it was refused.
    await this.keep(batch.slice(0, middle), true);
    await this.keep(batch.slice(middle), true);
  }
}

/** The frame without anything that the database could refuse. */
function bytesOnly(packet: RawPacket): RawPacket {
  return {
    ...packet,
    mn: storable(packet.mn.slice(0, LONGEST_MN)),
    st: storable(packet.st),
    cn: storable(packet.cn),
    qn: storable(packet.qn),
    remote: storable(packet.remote),
    deviations: [...packet.deviations.map(storable), NOT_STORED],
  };
}
