import type { Logger } from 'pino';

const SLOW_MS = 10_000;

/** Cleanup steps, run in reverse order; also after a failed start. */
export class Endings {
  private readonly ends: [name: string, end: () => Promise<void>][] = [];
  private readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  add(name: string, end: () => Promise<void>): void {
    this.ends.push([name, end]);
  }

  async run(): Promise<void> {
    for (const [name, end] of this.ends.splice(0).reverse()) {
      // Tell the user what takes so long.
      const slow = setTimeout(() => this.log.warn(`stopping still waits for: ${name}`), SLOW_MS);
      await end().finally(() => clearTimeout(slow));
    }
  }
}
