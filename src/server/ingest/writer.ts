import type { Logger } from 'pino';
import { isConnectionError } from '#server/db/pool.ts';
import type { RawPacket, ReadingRow, SeriesStore } from '#server/series/store.ts';
import type { DeviceLog } from './device-logs.ts';
import { storeLogs } from './store-logs.ts';

/** One frame on its way into the store. */
export interface Arrival {
  packet: RawPacket;
  reading?: ReadingRow;
  logs?: readonly DeviceLog[];
  /** Called once: `stored` when it is durable, which is when a device may be told, or not when it cannot be stored. */
  settle?(stored: boolean): void;
}

interface WriterOptions {
  maxBatch: number;
  /** How long a small batch waits for company: fewer transactions, and still far under a second. */
  lingerMs: number;
  /** From this many waiting arrivals on, the sockets are asked to wait too. */
  highWater: number;
  /** Told of every batch that is durable, after its devices were. */
  onStored(arrivals: readonly Arrival[]): void;
}

const defaults: WriterOptions = { maxBatch: 1000, lingerMs: 50, highWater: 4000, onStored: () => undefined };
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;

/**
 * Gathers what arrives into batches and stores them one after the other. While the database is away nothing is lost
 * and nothing is acknowledged: the batch waits, the queue fills, and the sockets are held back.
 */
export class Writer {
  private queue: Arrival[] = [];
  private wake: (() => void) | undefined;
  private stopping = false;
  private readonly drained = new Set<() => void>();
  private readonly done: Promise<void>;
  private readonly store: Pick<SeriesStore, 'append'>;
  private readonly log: Logger;
  private readonly options: WriterOptions;

  constructor(store: Pick<SeriesStore, 'append'>, log: Logger, options: Partial<WriterOptions> = {}) {
    this.store = store;
    this.log = log;
    this.options = { ...defaults, ...options };
    this.done = this.run();
  }

  push(arrival: Arrival): void {
    this.queue.push(arrival);
    if (this.queue.length === 1 || this.queue.length >= this.options.maxBatch) this.wake?.();
  }

  get isFull(): boolean {
    return this.queue.length >= this.options.highWater;
  }

  /** Runs `then` once the queue has room again. */
  onRoom(then: () => void): void {
    this.drained.add(then);
  }

  /** Stores what has arrived, then ends. */
  stop(): Promise<void> {
    this.stopping = true;
    this.wake?.();
    return this.done;
  }

  private async run(): Promise<void> {
    for (;;) {
      if (this.queue.length === 0) {
        if (this.stopping) return;
        await this.sleep();
        continue;
      }
      if (this.queue.length < this.options.maxBatch && !this.stopping)
        await this.sleep(this.options.lingerMs);
      const batch = this.queue.splice(0, this.options.maxBatch);
      await this.keep(batch);
      this.makeRoom();
    }
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
    if (this.queue.length > this.options.highWater / 2) return;
    const waiting = [...this.drained];
    this.drained.clear();
    for (const then of waiting) then();
  }

  /** Stores a batch, however long the database takes to come back. */
  private async keep(batch: Arrival[]): Promise<void> {
    for (let [waitMs, again] = [FIRST_RETRY_MS, false]; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      try {
        await this.append(batch, again);
        return;
      } catch (error) {
        if (!isConnectionError(error)) {
          await this.keepOneByOne(batch, error);
          return;
        }
        again = true;
        this.log.warn({ err: error, waiting: this.queue.length + batch.length }, 'the database is away');
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  private async append(batch: readonly Arrival[], again: boolean): Promise<void> {
    const logs = batch.flatMap(({ logs }) => logs ?? []);
    await this.store.append({
      again,
      beside: logs.length > 0 ? (db) => storeLogs(db, logs) : undefined,
      packets: batch.map(({ packet }) => packet),
      readings: batch.flatMap(({ reading }) => (reading ? [reading] : [])),
    });
    for (const { settle } of batch) settle?.(true);
    this.options.onStored(batch);
  }

  /** One arrival that cannot be stored must not take the others with it; it stays unacknowledged and is logged. */
  private async keepOneByOne(batch: Arrival[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      this.log.error({ err: error, mn: only.packet.mn, cn: only.packet.cn }, 'a packet cannot be stored');
      only.settle?.(false);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await this.keep(batch.slice(0, middle));
    await this.keep(batch.slice(middle));
  }
}
