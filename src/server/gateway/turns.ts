import { performance } from 'node:perf_hooks';

/** So long may those who wait in line hold up everybody else, */
const SLICE_MS = 4;
/** and so long are they then silent: with more of them than fit, stations have most of the time for themselves. */
const REST_MS = 12;

/** A line for work that may wait: some milliseconds of it at a time, and between them whatever else there is to do. */
export class Turns {
  private line: (() => void)[] = [];
  private scheduled = false;

  add(work: () => void): void {
    this.line.push(work);
    this.schedule();
  }

  /** Does at once all that waits. */
  finish(): void {
    while (this.line.length > 0) this.run(Number.POSITIVE_INFINITY);
  }

  private schedule(isCrowded = false): void {
    if (this.scheduled) return;
    this.scheduled = true;
    const next = () => {
      this.scheduled = false;
      this.run(SLICE_MS);
      if (this.line.length > 0) this.schedule(true);
    };
    if (isCrowded) setTimeout(next, REST_MS);
    else setImmediate(next);
  }

  private run(ms: number): void {
    const waiting = this.line;
    this.line = [];
    const until = performance.now() + ms;
    let done = 0;
    while (done < waiting.length && (done === 0 || performance.now() < until)) waiting[done++]?.();
    // What the work has added stands behind what is left.
    this.line = [...waiting.slice(done), ...this.line];
  }
}
