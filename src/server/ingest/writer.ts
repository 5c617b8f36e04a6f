import type { Logger } from 'pino';
import { isRowError, isUnavailable } from '#server/db/errors.ts';
import { storable } from '#server/db/storable.ts';
import type { RawPacket, ReadingRow, SeriesStore } from '#server/series/store.ts';
import { NOT_STORED } from './admit.ts';
import { BusyShare } from './busy-share.ts';
import type { DeviceLog } from './device-logs.ts';
import type { HeldPacket } from './held.ts';
import type { PushedBatch } from './pushed-batches.ts';

/** One frame on its way to the store. */
export interface Arrival {
  packet: RawPacket;
  reading?: ReadingRow;
  logs?: readonly DeviceLog[];
  /** Set if the time is the only reason why its values are not stored. */
  held?: HeldPacket;
  /** Other arrivals that are stored with it, all or none: those of the same batch. */
  together?: readonly Arrival[];
  /** The batch they came in. */
  batch?: PushedBatch;
  /** Called once: with `true` when it is durable (acknowledge now), with `false` when it cannot be stored. */
  settle?(stored: boolean): void;
}

/** Counters and queue state of the writer. */
export interface Load {
  /** Packets stored since the start. */
  stored: number;
  /** Packets since the start whose values the database rejected; their bytes are kept. */
  dropped: number;
  /** Why nothing can be stored at the moment. */
  blocked: Blocked | undefined;
  /** Includes those of the current batch. */
  waiting: number;
  /** Arrival time of the one that has waited longest. */
  since: Date | undefined;
  /**
   * A full batch waits behind the current one: packets arrive faster than they are stored, so other work should rest.
   */
  behind: boolean;
  /** Share of recent time spent storing; near 1 if stations wait for each answer before they send again. */
  busyShare: number;
}

export interface Blocked {
  since: Date;
  error: unknown;
}

export interface WriterOptions {
  maxBatch: number;
  /** How long a small batch waits for more arrivals: fewer transactions, still far below a second. */
  lingerMs: number;
  /** Back-pressure: sockets are paused while this many arrivals wait. */
  highWater: number;
  /** Stores log lines and the like, after the batch and before the acknowledgement; idempotent. */
  storeBeside(arrivals: readonly Arrival[], withinMs: number): Promise<void>;
  /** Called for every durable batch, after its devices were answered. */
  onStored(arrivals: readonly Arrival[]): void;
}

/** Back-pressure threshold: sockets pause at this many waiting arrivals. */
export const HIGH_WATER = 4000;

const defaults: WriterOptions = {
  maxBatch: 1000,
  lingerMs: 50,
  highWater: HIGH_WATER,
  storeBeside: () => Promise.resolve(),
  onStored: () => undefined,
};
/**
 * If other devices sent meanwhile, the wait is this many times longer; a single device that waits for its answer is not
 * delayed.
 */
const WITH_COMPANY = 4;
/**
 * Target duration of a batch. After a slower one the next batch is smaller, because new arrivals wait for the current
 * one.
 */
const BATCH_MS = 100;
/** Enough arrivals for one transaction: waiting for more would leave the database idle. */
const ENOUGH = 200;
const LEAST_BATCH = 100;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 2000;
/** Watchdog: a transaction that takes longer loses its connection, which may be dead. */
const PATIENCE_MS = 20_000;
/** If the database is only slow, each attempt gets twice the time, up to this. */
const MOST_PATIENCE_MS = 160_000;
/** How long a stop waits for a database that stores nothing. */
const STOP_MS = 15_000;
/** An index cannot hold longer ones. */
const LONGEST_MN = 64;

/**
 * Collects arrivals into batches and stores them one after the other. While the database is unavailable or read-only
 * nothing is lost and nothing is acknowledged: the batch waits, the queue fills, and the sockets are paused. Only an
 * error that a row causes (`isRowError`) is blamed on a packet.
 */
export class Writer {
  /** Real-time values, which people watch: stored before the other queue. */
  private live: Arrival[] = [];
  private filed: Arrival[] = [];
  private underWay: readonly Arrival[] = [];
  private readonly busy = new BusyShare();
  private stored = 0;
  private dropped = 0;
  private blocked: Blocked | undefined;
  private batchSize: number;
  private hadCompany = false;
  /** Start of the current wait; the running batch counts too. */
  private since = 0;
  private wake: (() => void) | undefined;
  private stopping = false;
  /** Stopped while some arrivals could not be stored. */
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

  /** Whether sockets must pause. After `stop` nothing more is accepted. */
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
   * Stores what has arrived, then ends. What the database has not stored by then is given up: it was not acknowledged,
   * so devices and brokers send it again.
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

  /** Live values come first, but take at most half of a batch while others wait. */
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

  /** Stores a batch; waits as long as the database is unavailable. */
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
   * One arrival that cannot be stored must not affect the others. It counts as dropped; its bytes are stored with the
   * deviation `not_stored` before it is answered, so that people can see what it was.
   */
  private async keepOneByOne(batch: Arrival[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      const { packet, settle, together = [] } = only;
      this.log.error({ err: error, mn: packet.mn, cn: packet.cn }, 'a packet cannot be stored');
      // The bytes alone failed already: nothing more can be removed.
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
    // Part of it may be stored already, if only the writes beside it failed.
    await this.keep(batch.slice(0, middle), true);
    await this.keep(batch.slice(middle), true);
  }
}

/** The frame without anything that the database could reject. */
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
