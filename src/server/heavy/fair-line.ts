import { Fault } from '#shared/faults.ts';

interface Limits {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Of these, tasks of one user. */
  perUser: number;
  /** Tasks of one user that may wait; more are refused. */
  waiting: number;
}

/** Whether a task is waiting, for those who report it. */
export interface Turn {
  isWaiting: boolean;
}

interface Waiting {
  begin(): void;
  refuse(fault: Fault): void;
  isWanted(): boolean;
}

/**
 * A fair queue for long work. Users take turns, not requests: a user with ten requests gets one slot, and the next only
 * after everyone else who waits.
 */
export class FairLine {
  /** Running tasks per user. */
  private readonly running = new Map<number, number>();
  /** Waiting tasks per user, in the order of arrival. */
  private readonly waiting = new Map<number, Waiting[]>();
  /** Number of each user's last turn. */
  private readonly lastTurns = new Map<number, number>();
  private turns = 0;
  private busy = 0;
  private short = 0;
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  async run<Answer>(
    user_id: number,
    work: () => Promise<Answer>,
    isWanted: () => boolean = () => true,
    turn: Turn = { isWaiting: false },
  ): Promise<Answer> {
    turn.isWaiting = true;
    try {
      await this.turnOf(user_id, isWanted);
    } finally {
      turn.isWaiting = false;
    }
    try {
      return await work();
    } finally {
      this.leave(user_id);
      this.callNext();
    }
  }

  /** Runs work that is usually short; time that it spends waiting in this queue does not count. */
  async letPass<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.short += 1;
    try {
      return await work();
    } finally {
      this.short -= 1;
    }
  }

  /** Whether short work is running: long work pauses for it. */
  get isPassed(): boolean {
    return this.short > this.busy + this.waitingCount;
  }

  private get waitingCount(): number {
    let count = 0;
    for (const own of this.waiting.values()) count += own.length;
    return count;
  }

  private turnOf(user_id: number, isWanted: () => boolean): Promise<void> {
    const own = this.waiting.get(user_id) ?? [];
    if (own.length >= this.limits.waiting) {
      throw new Fault('processing_failed', {
        detail: 'too_many_waiting',
        params: { max: this.limits.waiting },
      });
    }
    return new Promise((begin, refuse) => {
      this.waiting.set(user_id, [...own, { begin, refuse, isWanted }]);
      this.callNext();
    });
  }

  private callNext(): void {
    while (this.busy < this.limits.atOnce) {
      const user_id = this.whoseTurn();
      const next = user_id === undefined ? undefined : this.take(user_id);
      if (user_id === undefined || !next) return;
      this.busy += 1;
      this.turns += 1;
      this.running.set(user_id, (this.running.get(user_id) ?? 0) + 1);
      this.lastTurns.set(user_id, this.turns);
      next.begin();
    }
  }

  /** Of the users who wait and are below their limit, the one whose last turn was longest ago. */
  private whoseTurn(): number | undefined {
    let first: number | undefined;
    for (const [user_id, own] of this.waiting) {
      const wanted = this.stillWanted(own);
      this.waiting.set(user_id, wanted);
      if (wanted.length === 0) this.forget(user_id);
      else if ((this.running.get(user_id) ?? 0) >= this.limits.perUser) continue;
      else if (first === undefined || this.lastTurn(user_id) < this.lastTurn(first)) first = user_id;
    }
    return first;
  }

  private lastTurn(user_id: number): number {
    return this.lastTurns.get(user_id) ?? 0;
  }

  private stillWanted(own: readonly Waiting[]): Waiting[] {
    return own.filter((one) => {
      if (!one.isWanted()) one.refuse(new Fault('processing_failed'));
      return one.isWanted();
    });
  }

  private take(user_id: number): Waiting | undefined {
    const [first, ...rest] = this.waiting.get(user_id) ?? [];
    if (rest.length > 0) this.waiting.set(user_id, rest);
    else this.waiting.delete(user_id);
    return first;
  }

  private leave(user_id: number): void {
    this.busy -= 1;
    const left = (this.running.get(user_id) ?? 1) - 1;
    this.running.set(user_id, left);
    if (left === 0) this.running.delete(user_id);
    if (!this.waiting.has(user_id)) this.forget(user_id);
  }

  /** Users without waiting or running tasks are forgotten. */
  private forget(user_id: number): void {
    this.waiting.delete(user_id);
    if (!this.running.has(user_id)) this.lastTurns.delete(user_id);
  }
}
