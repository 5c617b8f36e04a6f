/** Time constant of the moving average. */
const MEMORY_MS = 1000;

/** Moving average of how busy something is: 0 is idle, 1 is without a pause. */
export class BusyShare {
  private share = 0;
  private isUnderWay = false;
  private since: number;
  private readonly clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
    this.since = clock();
  }

  begin(): void {
    this.pass();
    this.isUnderWay = true;
  }

  end(): void {
    this.pass();
    this.isUnderWay = false;
  }

  get value(): number {
    this.pass();
    return this.share;
  }

  private pass(): void {
    const now = this.clock();
    const state = this.isUnderWay ? 1 : 0;
    this.share = state + (this.share - state) * Math.exp((this.since - now) / MEMORY_MS);
    this.since = now;
  }
}
