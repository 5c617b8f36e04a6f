import type { Logger } from 'pino';
import type { SeriesStore } from '#server/series/store.ts';
import { type Arrival, HIGH_WATER, type Load, Writer, type WriterOptions } from './writer.ts';

/** While the database commits one batch, the next one is assembled. More lanes would only block each other. */
const LANES = 2;

/** Where packets are written, and the state of the queue. */
export type PacketWriter = Pick<Writer, 'push' | 'isFull' | 'onRoom' | 'load' | 'stop'>;

/**
 * Parallel writers, each with its own sites, so that the values of one site are stored in the order of arrival. Two
 * batches touch the same rows only if one was posted for several sites; the engine then makes one wait.
 */
export class Lanes implements PacketWriter {
  private readonly writers: readonly Writer[];

  constructor(store: Pick<SeriesStore, 'append'>, log: Logger, options: Partial<WriterOptions> = {}) {
    // Together they hold no more than one writer would.
    const highWater = (options.highWater ?? HIGH_WATER) / LANES;
    this.writers = Array.from({ length: LANES }, () => new Writer(store, log, { ...options, highWater }));
  }

  push(arrival: Arrival): void {
    this.writers[laneOf(arrival)]?.push(arrival);
  }

  get isFull(): boolean {
    return this.writers.some(({ isFull }) => isFull);
  }

  onRoom(then: () => void): void {
    const full = this.writers.filter(({ isFull }) => isFull);
    let left = Math.max(1, full.length);
    const oneHasRoom = () => {
      left -= 1;
      if (left === 0) then();
    };
    if (full.length === 0) queueMicrotask(oneHasRoom);
    for (const writer of full) writer.onRoom(oneHasRoom);
  }

  get load(): Load {
    const loads = this.writers.map(({ load }) => load);
    const sum = (of: (load: Load) => number) => loads.reduce((total, load) => total + of(load), 0);
    const times = loads.flatMap(({ since }) => since ?? []);
    return {
      stored: sum(({ stored }) => stored),
      dropped: sum(({ dropped }) => dropped),
      waiting: sum(({ waiting }) => waiting),
      blocked: loads.find(({ blocked }) => blocked)?.blocked,
      since: times.sort((a, b) => a.getTime() - b.getTime())[0],
      behind: loads.some(({ behind }) => behind),
      busyShare: sum(({ busyShare }) => busyShare) / loads.length,
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.writers.map((writer) => writer.stop()));
  }
}

/** Arrivals that are stored together use the lane of the first. Unregistered devices are distributed by their MN. */
function laneOf({ packet: { site_id, mn } }: Arrival): number {
  if (site_id !== null) return site_id % LANES;
  let sum = 0;
  for (let i = 0; i < mn.length; i++) sum += mn.charCodeAt(i);
  return sum % LANES;
}
