import type { Logger } from 'pino';
import type { SeriesStore } from '#server/series/store.ts';
import { type Arrival, HIGH_WATER, type Load, Writer, type WriterOptions } from './writer.ts';

/** While the database commits one batch, the next one is being made. More would only wait for each other. */
const LANES = 2;

/** Where packets go, and how it stands with them. */
export type PacketWriter = Pick<Writer, 'push' | 'isFull' | 'onRoom' | 'load' | 'stop'>;

/**
 * Writers side by side, each with its own sites: what a site sends is stored in the order in which it came. Two batches
 * under way touch the same rows only where one was posted for several sites; the engine then makes one of them wait.
 */
export class Lanes implements PacketWriter {
  private readonly writers: readonly Writer[];

  constructor(store: Pick<SeriesStore, 'append'>, log: Logger, options: Partial<WriterOptions> = {}) {
    // Together they hold no more than one would.
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

/** What is stored together goes with the first of it. Devices that are no site are told apart by their MN. */
function laneOf({ packet: { site_id, mn } }: Arrival): number {
  if (site_id !== null) return site_id % LANES;
  let sum = 0;
  for (let i = 0; i < mn.length; i++) sum += mn.charCodeAt(i);
  return sum % LANES;
}
