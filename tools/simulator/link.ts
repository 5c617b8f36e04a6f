import { connect, type Socket } from 'node:net';
import { Framer } from '#protocol/framer.ts';
import { type Packet, parsePacket } from '#protocol/packet.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { inGbk } from './gbk.ts';
import type { Mode } from './modes.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = MINUTE_MS;
/** Back-pressure: stop writing when the socket has buffered this much. */
const FULL_BYTES = 256 * 1024;

interface LinkEvents {
  up(): void;
  down(): void;
  /** The connection failed or broke. */
  failed(error: Error): void;
  packet(packet: Packet): void;
  /** The socket's buffer has room again. */
  drained(): void;
}

/** A station's connection to the platform: reconnects with back-off, and applies its mode's faults. */
export class Link {
  private socket: Socket | undefined;
  private framer = new Framer();
  private tries = 0;
  private sent = 0;
  private drops: Uint8Array[] = [];
  private wanted = false;
  private up = false;
  private retry: NodeJS.Timeout | undefined;
  private readonly to: { host: string; port: number };
  private readonly mode: Mode;
  private readonly events: LinkEvents;

  constructor(to: { host: string; port: number }, mode: Mode, events: LinkEvents) {
    this.to = to;
    this.mode = mode;
    this.events = events;
  }

  get isUp(): boolean {
    return this.up;
  }

  /** The socket's buffer is full enough. */
  get isFull(): boolean {
    return (this.socket?.writableLength ?? 0) > FULL_BYTES;
  }

  open(): void {
    this.wanted = true;
    if (!this.socket && !this.retry) this.dial();
  }

  /** Closes the connection until `open` is called. */
  close(): void {
    this.wanted = false;
    clearTimeout(this.retry);
    this.retry = undefined;
    this.hangUp();
  }

  /** Closes the connection; reconnects with back-off. */
  hangUp(): void {
    this.socket?.destroy();
  }

  /** Closes the connection after everything has been sent. */
  endLine(): void {
    this.socket?.end(() => this.socket?.destroy());
  }

  write(frame: Uint8Array): void {
    const { socket, mode } = this;
    if (!socket || !this.up) return;
    this.sent += 1;
    if (mode.silentAfter !== undefined && this.sent > mode.silentAfter) return;
    const written = mode.gbk ? inGbk(frame) : frame;
    const pieces = mode.spoil?.(written, this.sent) ?? [written];
    if (mode.drips) {
      this.drip(pieces);
      return;
    }
    if (mode.merges) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    for (const piece of pieces) socket.write(piece);
  }

  private drip(pieces: readonly Uint8Array[]): void {
    const idle = this.drops.length === 0;
    this.drops.push(...pieces);
    if (idle) this.nextDrop();
  }

  private nextDrop(): void {
    const [piece] = this.drops;
    if (!piece) return;
    this.socket?.write(piece, () => {
      this.drops.shift();
      this.nextDrop();
    });
  }

  private dial(): void {
    this.retry = undefined;
    this.framer = new Framer();
    this.drops = [];
    const socket = connect({ ...this.to, noDelay: true, keepAlive: true });
    this.socket = socket;
    socket.on('connect', () => {
      this.up = true;
      if (this.mode.deaf) socket.pause();
      this.events.up();
    });
    if (!this.mode.deaf) socket.on('data', (chunk) => this.receive(chunk));
    socket.on('drain', () => this.events.drained());
    // `close` follows every error.
    socket.on('error', (error) => this.events.failed(error));
    socket.on('close', () => this.broke());
  }

  private receive(chunk: Uint8Array): void {
    for (const frame of this.framer.push(chunk)) {
      // The server is alive: reset the back-off.
      this.tries = 0;
      this.events.packet(parsePacket(frame));
    }
  }

  private broke(): void {
    const wasUp = this.up;
    this.up = false;
    this.socket = undefined;
    if (wasUp) this.events.down();
    if (!this.wanted) return;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.tries, LONGEST_WAIT_MS);
    this.tries += 1;
    // Jitter: thousands of stations that lost the same server must not reconnect at once.
    this.retry = setTimeout(() => this.dial(), wait * (0.5 + Math.random()));
  }
}
