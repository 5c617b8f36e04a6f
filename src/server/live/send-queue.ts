import { type LiveEvent, type SummedEvent, siteOf } from '#shared/contract/live.ts';

/** From this many waiting events on, only the newest of each site is kept. */
const MANY = 2000;

/**
 * Events that wait until their browser can receive them. A slow browser gets fewer events, not older ones, and memory
 * is limited to a few events per site.
 */
export class SendQueue {
  private waiting = new Map<string, LiveEvent>();
  private seq = 0;

  add(event: LiveEvent, seq: number): void {
    this.seq = seq;
    // An event of the same period replaces the earlier one; other periods are kept, so that a chart gets every point.
    // For summed days and months only the range is kept.
    const key = `${keyOf(event)} ${apart(event)}`;
    const before = this.waiting.get(key);
    this.waiting.set(key, before ? merged(before, event) : event);
    if (this.waiting.size > MANY) this.collapse();
  }

  get size(): number {
    return this.waiting.size;
  }

  /** All waiting events, and the sequence number of the last. */
  drain(): { seq: number; events: LiveEvent[] } {
    const events = [...this.waiting.values()];
    this.waiting = new Map();
    return { seq: this.seq, events };
  }

  private collapse(): void {
    const newest = new Map<string, LiveEvent>();
    for (const event of this.waiting.values()) {
      const before = newest.get(keyOf(event));
      if (!before || isNewer(event, before)) newest.set(keyOf(event), event);
    }
    this.waiting = newest;
  }
}

/** Keeps an event apart from others of its site, as long as not too many wait. */
function apart(event: LiveEvent): string {
  if (event.topic === 'reading') return event.ts;
  if (event.topic === 'command') return `${event.command_id}`;
  return event.topic === 'alarm' ? `${event.alarm_id}` : '';
}

function keyOf(event: LiveEvent): string {
  const key = `${event.topic} ${siteOf(event)}`;
  if (event.topic === 'reading') return `${key} ${event.data_type}`;
  return event.topic === 'summed' ? `${key} ${event.level}` : key;
}

function isNewer(event: LiveEvent, before: LiveEvent): boolean {
  return event.topic !== 'reading' || before.topic !== 'reading' || event.ts >= before.ts;
}

/** Parts of a split packet arrive as several events of one period: they are merged. */
function merged(before: LiveEvent, after: LiveEvent): LiveEvent {
  if (before.topic === 'summed' && after.topic === 'summed') return spanning(before, after);
  if (before.topic !== 'reading' || after.topic !== 'reading') return after;
  // Measured values of a period replace simulated ones.
  if (before.simulated !== after.simulated) return before.simulated ? after : before;
  const rest = before.fids.flatMap((fid, at) => (after.fids.includes(fid) ? [] : [at]));
  if (rest.length === 0) return after;
  const flagsOf = ({ flags, fids }: typeof after) => flags ?? fids.map(() => '');
  return {
    ...after,
    fids: [...after.fids, ...rest.map((at) => before.fids[at] ?? 0)],
    values: [...after.values, ...rest.map((at) => before.values[at] ?? null)],
    flags: [...flagsOf(after), ...rest.map((at) => flagsOf(before)[at] ?? '')],
  };
}

function spanning(one: SummedEvent, other: SummedEvent): SummedEvent {
  const starts = [one.ts, one.last ?? one.ts, other.ts, other.last ?? other.ts].sort();
  const [ts = other.ts, last = ts] = [starts[0], starts.at(-1)];
  return { ...other, ts, ...(last > ts && { last }) };
}
