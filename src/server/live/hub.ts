import { randomUUID } from 'node:crypto';
import { isWatched, type LiveEvent, siteOf, type Watch } from '#shared/contract/live.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** Events kept for viewers that reconnect: about five minutes of 5,000 stations at a packet a minute. */
const RECENT = 25_000;
/** How long events are kept after the last viewer has left. */
const KEPT_MS = 5 * MINUTE_MS;

interface Numbered {
  seq: number;
  event: LiveEvent;
}

/** A watching connection. The hub passes events to it; the viewer decides when to send them. */
export interface Viewer {
  sees(site_id: number): boolean;
  may(needs: string): boolean;
  watch: Watch;
  take(event: LiveEvent, seq: number): void;
  /** Events may have been lost. */
  missed(): void;
}

/** Distributes events to the viewers that watch and may see them. Independent of sockets. */
export class Hub {
  /** Sequence numbers are valid within one life of the process, and as long as nothing was missed. */
  epoch = randomUUID();
  private seq = 0;
  private recent: Numbered[] = [];
  private readonly viewers = new Set<Viewer>();
  private keptUntil = 0;
  private readonly onWatched: () => void;

  /** `onWatched` is called when a viewer joins while nobody watches. */
  constructor(onWatched: () => void = () => undefined) {
    this.onWatched = onWatched;
  }

  get size(): number {
    return this.viewers.size;
  }

  /** Whether anyone watches, or may come back for missed events. */
  get isWatched(): boolean {
    return this.viewers.size > 0 || performance.now() < this.keptUntil;
  }

  get last(): number {
    return this.seq;
  }

  publish(events: readonly LiveEvent[]): void {
    for (const event of events) {
      this.seq += 1;
      this.recent.push({ seq: this.seq, event });
      for (const viewer of this.viewers) if (wants(viewer, event)) viewer.take(event, this.seq);
    }
    // Trimmed in large pieces: shifting the array for every event would cost more than the events.
    if (this.recent.length > RECENT * 2) this.recent = this.recent.slice(-RECENT);
  }

  /** Something happened while nobody watched and was not kept: viewers from before must reload. */
  skip(): void {
    this.seq += 1;
    this.recent = [];
  }

  /** Adds a viewer; with `since`, first sends what happened after that. Returns false if that is no longer known. */
  join(viewer: Viewer, since?: { epoch: string; seq: number }): boolean {
    const wasWatched = this.isWatched;
    this.viewers.add(viewer);
    if (!wasWatched) this.onWatched();
    if (!since) return true;
    if (since.epoch !== this.epoch || since.seq > this.seq) return false;
    const first = this.recent[0]?.seq ?? this.seq + 1;
    if (since.seq + 1 < first) return false;
    for (const { seq, event } of this.recent.slice(since.seq + 1 - first)) {
      if (wants(viewer, event)) viewer.take(event, seq);
    }
    return true;
  }

  /** Events of other servers may be lost: viewers must reload. */
  missed(): void {
    this.epoch = randomUUID();
    this.recent = [];
    for (const viewer of this.viewers) viewer.missed();
  }

  leave(viewer: Viewer): void {
    if (this.viewers.delete(viewer)) this.keptUntil = performance.now() + KEPT_MS;
  }
}

/** Powers that a topic needs besides access to its site; the same as those of its calls. */
export const needed: Partial<Record<LiveEvent['topic'], string>> = {
  alarm: 'alarm.read',
  command: 'command.read',
  orders: 'order.read',
};

function wants(viewer: Viewer, event: LiveEvent): boolean {
  if (!isWatched(viewer.watch, event)) return false;
  const site_id = siteOf(event);
  const needs = needed[event.topic];
  if (needs !== undefined && !viewer.may(needs)) return false;
  if (event.topic === 'alarm' && site_id === undefined) return viewer.may('platform.read');
  return site_id === undefined || viewer.sees(site_id);
}
