export type SaveState = 'saved' | 'saving' | 'unsaved';

interface QueueOptions {
  /** Stores one answer; rejects if the outcome is unknown. */
  save(place: number, answer: string[]): Promise<void>;
  onState(state: SaveState): void;
  retryMs: number;
}

/** Queue of answers to store, with retries; keeps only the newest answer per question. */
export class AnswerQueue {
  private readonly waiting = new Map<number, string[]>();
  private readonly options: QueueOptions;
  private running: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  put(place: number, answer: string[], delayMs: number): void {
    this.waiting.set(place, answer);
    this.options.onState('saving');
    this.later(delayMs);
  }

  /** Resolves when everything is stored; rejects if that failed. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    await this.running?.catch(() => undefined);
    if (this.waiting.size > 0) await this.run();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run().catch(() => undefined), ms);
  }

  private run(): Promise<void> {
    this.running ??= this.saveAll().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async saveAll(): Promise<void> {
    const { save, onState, retryMs } = this.options;
    try {
      while (this.waiting.size > 0) {
        for (const [place, answer] of this.waiting) {
          onState('saving');
          await save(place, answer);
          // Keeps an answer that changed again during the call.
          if (this.waiting.get(place) === answer) this.waiting.delete(place);
        }
      }
      onState('saved');
    } catch (error) {
      onState('unsaved');
      this.later(retryMs);
      throw error;
    }
  }
}
