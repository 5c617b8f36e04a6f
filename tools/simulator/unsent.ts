import { encodePacket, type Outgoing } from '#protocol/packet.ts';

/** Data of a period that the platform has not acknowledged: the values can be asked of the instruments again. */
export interface KeptPeriod {
  type: 'minute' | 'hour' | 'day';
  start: number;
}

/** One thing to tell, in one or more packets. */
interface Message {
  parts: Part[];
  left: number;
  period?: KeptPeriod;
  ended?(delivered: boolean): void;
}

/** A packet before it has its number. */
export type Part = Omit<Outgoing, 'qn'>;

interface Flight {
  message: Message;
  frame: Uint8Array;
  tries: number;
  since: number;
  timer: NodeJS.Timeout;
}

interface UnsentOptions {
  /** Frames on the way at once; 0 waits for none. */
  window: number;
  timeoutMs(): number;
  resends(): number;
  qn(): string;
  /** The packets that tell of a period; none when there is nothing to tell. */
  partsOf(period: KeptPeriod): Part[];
  canWrite(): boolean;
  write(frame: Uint8Array): void;
  /** Nobody answers any more. */
  giveUp(): void;
  /** For the count at the end: how long an answer took, and what had to be sent again. */
  sent(): void;
  acknowledged(ms: number): void;
  resent(): void;
}

/** As much as a logger remembers: a week of minutes. */
const MOST_KEPT = 10_080;

/**
 * What waits to be acknowledged. The next packet goes out when the one before it got its 9014; one without is sent
 * again, and then the line counts as dead. Live data go first, then what was asked for, then what was kept, newest
 * first.
 */
export class Unsent {
  private readonly urgent: Message[] = [];
  private readonly asked: Message[] = [];
  private readonly kept: KeptPeriod[] = [];
  private parts: { part: Part; message: Message }[] = [];
  private readonly flights = new Map<string, Flight>();
  private readonly options: UnsentOptions;

  constructor(options: UnsentOptions) {
    this.options = options;
  }

  /** What counts only now: lost when the line is down. */
  tell(parts: Part[]): void {
    if (!this.options.canWrite()) return;
    this.urgent.push({ parts, left: parts.length });
    this.pump();
  }

  /** Remembers a period until it is acknowledged. */
  keep(period: KeptPeriod): void {
    this.kept.push(period);
    if (this.kept.length > MOST_KEPT) this.kept.shift();
    this.pump();
  }

  /** What the platform asked for; resolves to whether it got it. */
  deliver(parts: Part[]): Promise<boolean> {
    if (!this.options.canWrite()) return Promise.resolve(false);
    return new Promise((ended) => {
      this.asked.push({ parts, left: parts.length, ended });
      this.pump();
    });
  }

  /** 9014 has come. */
  acknowledge(qn: string): void {
    const flight = this.flights.get(qn);
    if (!flight) return;
    clearTimeout(flight.timer);
    this.flights.delete(qn);
    this.options.acknowledged(performance.now() - flight.since);
    flight.message.left -= 1;
    if (flight.message.left === 0) flight.message.ended?.(true);
    this.pump();
  }

  /** The line is down: what was kept stays kept, the rest is over. */
  lineDown(): void {
    const open = new Set<Message>([...this.urgent.splice(0), ...this.asked.splice(0)]);
    for (const { message } of this.parts.splice(0)) open.add(message);
    for (const { message, timer } of this.flights.values()) {
      clearTimeout(timer);
      open.add(message);
    }
    this.flights.clear();
    for (const { period, ended } of open) {
      if (period) this.kept.push(period);
      ended?.(false);
    }
  }

  /** Nothing waits to be sent or answered. */
  get isIdle(): boolean {
    const { urgent, asked, kept, parts, flights } = this;
    return urgent.length + asked.length + kept.length + parts.length + flights.size === 0;
  }

  /** Periods that are not acknowledged yet, those on their way included. */
  get keptCount(): number {
    const open = new Set([...this.flights.values(), ...this.parts].map(({ message }) => message));
    return this.kept.length + [...open].filter(({ period }) => period).length;
  }

  /** Sends what may be sent now. */
  pump(): void {
    const { window, canWrite } = this.options;
    while (canWrite() && (window === 0 || this.flights.size < window)) {
      const next = this.next();
      if (!next) return;
      this.send(next.part, next.message);
    }
  }

  private next(): { part: Part; message: Message } | undefined {
    for (;;) {
      const part = this.parts.shift();
      if (part) return part;
      const message = this.urgent.shift() ?? this.asked.shift() ?? this.recalled();
      if (!message) return undefined;
      this.parts = message.parts.map((each) => ({ part: each, message }));
      if (message.left === 0) message.ended?.(true);
    }
  }

  private recalled(): Message | undefined {
    const period = this.kept.pop();
    if (!period) return undefined;
    const parts = this.options.partsOf(period);
    return { parts, left: parts.length, period };
  }

  private send(part: Part, message: Message): void {
    const qn = this.options.qn();
    const frame = encodePacket({ ...part, qn });
    const { window, sent, write } = this.options;
    if (window > 0) {
      this.flights.set(qn, { message, frame, tries: 0, since: performance.now(), timer: this.watch(qn) });
    }
    sent();
    write(frame);
  }

  private watch(qn: string): NodeJS.Timeout {
    return setTimeout(() => this.late(qn), this.options.timeoutMs());
  }

  private late(qn: string): void {
    const flight = this.flights.get(qn);
    if (!flight) return;
    if (flight.tries >= this.options.resends()) {
      this.options.giveUp();
      return;
    }
    // The same number: whoever has stored it already only says so again.
    flight.tries += 1;
    flight.timer = this.watch(qn);
    this.options.resent();
    this.options.write(flight.frame);
  }
}
