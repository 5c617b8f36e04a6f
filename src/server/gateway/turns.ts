import { performance } from 'node:perf_hooks';

/** Longest time slice for unknown peers. */
const SLICE_MS = 4;
/** Pause between two slices: when unknown peers queue up, known stations have most of the time. */
const REST_MS = 12;

/** A queue of low-priority work, done in short time slices. */
export class Turns {
  private line: (() => void)[] = [];
  private scheduled = false;

  add(work: () => void): void {
    this.line.push(work);
    this.schedule();
  }

  /** Does all queued work at once. */
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
    // Work that was added meanwhile goes to the end.
    this.line = [...waiting.slice(done), ...this.line];
  }
}
