import { encodePacket, type Outgoing } from '#protocol/packet.ts';

/**
 * A period that the platform has not acknowledged. Its values are not stored, because the model computes them again.
 */
export interface KeptPeriod {
  type: 'minute' | 'hour' | 'day';
  start: number;
}

/** A message of one or more packets. */
interface Message {
  parts: Part[];
  left: number;
  period?: KeptPeriod;
  ended?(delivered: boolean): void;
}

/** A packet without QN. */
export type Part = Omit<Outgoing, 'qn'>;

interface Flight {
  message: Message;
  frame: Uint8Array;
  tries: number;
  since: number;
  timer: NodeJS.Timeout;
}

interface UnsentOptions {
  /** Maximum number of frames in flight; 0 does not wait for acknowledgements. */
  window: number;
  timeoutMs(): number;
  resends(): number;
  qn(): string;
  /** The packets of a period; empty if it has no data. */
  partsOf(period: KeptPeriod): Part[];
  canWrite(): boolean;
  write(frame: Uint8Array): void;
  /** No acknowledgement after all resends. */
  giveUp(): void;
  /** Statistics: latency of acknowledgements, and resends. */
  sent(): void;
  acknowledged(ms: number): void;
  resent(): void;
}

/** The memory of a logger: a week of minutes. */
const MOST_KEPT = 10_080;

/**
 * Upload queue. At most `window` frames await their 9014; one without it is resent, then the connection counts as dead.
 * Order: live data, requested data, kept periods with the newest first.
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

  /** Live data: dropped while the connection is down. */
  tell(parts: Part[]): void {
    if (!this.options.canWrite()) return;
    this.urgent.push({ parts, left: parts.length });
    this.pump();
  }

  /** Keeps a period until it is acknowledged. */
  keep(period: KeptPeriod): void {
    this.kept.push(period);
    if (this.kept.length > MOST_KEPT) this.kept.shift();
    this.pump();
  }

  /** Data that the platform requested; resolves to whether all of it was acknowledged. */
  deliver(parts: Part[]): Promise<boolean> {
    if (!this.options.canWrite()) return Promise.resolve(false);
    return new Promise((ended) => {
      this.asked.push({ parts, left: parts.length, ended });
      this.pump();
    });
  }

  /** A 9014 was received. */
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

  /** Disconnected: periods stay queued, the rest is dropped. */
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

  /** Nothing is queued or in flight. */
  get isIdle(): boolean {
    const { urgent, asked, kept, parts, flights } = this;
    return urgent.length + asked.length + kept.length + parts.length + flights.size === 0;
  }

  /** Unacknowledged periods, including those in flight. */
  get keptCount(): number {
    const open = new Set([...this.flights.values(), ...this.parts].map(({ message }) => message));
    return this.kept.length + [...open].filter(({ period }) => period).length;
  }

  /** Sends as much as the window allows. */
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
    // With the same QN: a receiver that has stored it only acknowledges it again.
    flight.tries += 1;
    flight.timer = this.watch(qn);
    this.options.resent();
    this.options.write(flight.frame);
  }
}
