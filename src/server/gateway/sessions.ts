import type { Session } from './session.ts';

export interface LineListener {
  /** An MN uses a connection for the first time. */
  up(mn: string): void;
  /** A connection is closed, and its open request with it. */
  down(session: Session): void;
}

/**
 * Which connections each MN uses. One connection may carry several MNs; commands go to the latest connection of an MN.
 */
export class Sessions {
  private readonly all = new Set<Session>();
  private readonly byMn = new Map<string, Session>();
  private readonly whenEmpty = new Set<() => void>();
  private readonly onGone: (mn: string) => void;
  private readonly onLine = new Set<LineListener>();

  /** `onGone` is called with an MN that has no connection left. */
  constructor(onGone: (mn: string) => void = () => undefined) {
    this.onGone = onGone;
  }

  /** Reports lines that open and close; returns a function that removes the listener. */
  watch(listener: LineListener): () => void {
    this.onLine.add(listener);
    return () => this.onLine.delete(listener);
  }

  add(session: Session): void {
    this.all.add(session);
  }

  /** Commands use the newest connection of an MN; an older one may still deliver its data. */
  bind(mn: string, session: Session): void {
    const before = this.byMn.get(mn);
    this.byMn.set(mn, session);
    if (before !== session) for (const { up } of this.onLine) up(mn);
  }

  remove(session: Session): void {
    if (!this.all.delete(session)) return;
    for (const mn of session.mns) {
      if (this.byMn.get(mn) !== session) continue;
      this.byMn.delete(mn);
      this.onGone(mn);
    }
    for (const { down } of this.onLine) down(session);
    if (this.all.size === 0) for (const tell of this.whenEmpty) tell();
  }

  /** Resolves once nobody is connected. */
  async empty(): Promise<void> {
    if (this.all.size > 0) await new Promise<void>((resolve) => this.whenEmpty.add(resolve));
  }

  of(mn: string): Session | undefined {
    return this.byMn.get(mn);
  }

  get size(): number {
    return this.all.size;
  }

  [Symbol.iterator](): IterableIterator<Session> {
    return this.all.values();
  }
}
