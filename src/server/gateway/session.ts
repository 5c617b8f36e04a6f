import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { commandOf } from '#protocol/commands.ts';
import { Framer } from '#protocol/framer.ts';
import { encodePacket, type Outgoing, type Packet, versionOf, wantsAnswer } from '#protocol/packet.ts';
import { findValue, parseGroups } from '#protocol/payload.ts';
import { dataAnswer, loginAnswer, noticeAnswer } from '#protocol/replies.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import { type Peer, type PipelineParts, take } from '#server/ingest/pipeline.ts';
import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Allowance, type Terms } from './allowance.ts';
import { type Exchanges, numberOfTime } from './exchanges.ts';
import type { Nuisances } from './nuisances.ts';
import type { OddFrames } from './odd-frames.ts';
import type { Turns } from './turns.ts';

/** What a session needs of the gateway. */
export interface GatewayContext extends PipelineParts {
  oddFrames: OddFrames;
  strangers: Turns;
  nuisances: Nuisances;
  log: Logger;
  now(): Date;
  /** Data of this site have arrived. */
  heard(site: KnownSite, session: Session, at: Date, isData: boolean): void;
  exchanges: Exchanges;
}

/** How a device presents itself; packets to it use the same values. */
export interface Voice {
  mn: string;
  pw: string;
  /** Undefined until it has sent something other than an answer. */
  st: string | undefined;
}

/** An incomplete frame is given up after this long. */
const PARTIAL_MS = 30_000;
/** More broken frames in a row than any real device sends: the connection is closed. */
const MAX_BAD = 50;
/** Most unread answer bytes: a peer that does not read must not fill our memory. */
const MAX_UNREAD = 64 * 1024;
/** Rate limit of known devices: far more than a logger sends, even while it catches up. */
const STATION: Terms = { bytesASecond: 1024 * 1024, atOnce: 1024 * 1024 };
/** Rate limit before the first accepted packet. */
const STRANGER: Terms = { bytesASecond: 4 * 1024, atOnce: 16 * 1024 };
/** A refused frame costs more work than an accepted one, so it is charged more. */
const PRICE_OF_BAD = 2048;
/**
 * Most frames of one line that wait to be stored. A device waits for each answer; a forwarder may have dozens under
 * way.
 */
const MAX_WAITING = 50;
/**
 * A line is closed after three missed uploads, but not before five minutes: half-open connections are normal on mobile
 * networks.
 */
const IDLE_INTERVALS = 3;
const LEAST_IDLE_MS = 5 * MINUTE_MS;

/** The system code (ST) of answers. */
const INTERACTION = '91';

/** Why reading from the socket is paused. */
type Reason = 'turn' | 'allowance' | 'answers' | 'store' | 'stop';

/** One TCP connection: cuts frames, knows which devices send, and answers when their packets are stored. */
export class Session implements Peer {
  readonly mns = new Set<string>();
  private readonly voices = new Map<string, Voice>();
  readonly remote: string;
  private readonly address: string;
  private readonly framer = new Framer();
  private bad = 0;
  private lastByteAt: number;
  private idleMs = LEAST_IDLE_MS;
  private readonly allowance: Allowance;
  private readonly waitsFor = new Set<Reason>();
  /** Frames that wait to be stored. */
  private under = 0;
  /** The peer has closed its sending side. */
  private hasEnded = false;
  private readonly socket: Socket;
  private readonly context: GatewayContext;

  constructor(socket: Socket, context: GatewayContext) {
    this.socket = socket;
    this.context = context;
    this.address = socket.remoteAddress ?? '';
    this.remote = remoteOf(socket);
    this.lastByteAt = context.now().getTime();
    const atFirst = context.nuisances.has(this.address, this.lastByteAt) ? 0 : STRANGER.atOnce;
    this.allowance = new Allowance(atFirst, this.lastByteAt);
  }

  /**
   * Data of known devices are read at once. Unknown peers, however many and however much they send, are queued, and so
   * is a known device that has just sent garbage.
   */
  receive(chunk: Uint8Array): void {
    if (this.mns.size > 0 && this.bad === 0) {
      this.read(chunk);
      return;
    }
    this.wait('turn');
    this.context.strangers.add(() => {
      this.read(chunk);
      this.goOn('turn');
      this.endWhenAnswered();
    });
  }

  private read(chunk: Uint8Array): void {
    const at = this.context.now();
    this.lastByteAt = at.getTime();
    let price = chunk.length;
    for (const frame of this.framer.push(chunk))
      if (!this.count(take(this.context, frame, this, at))) price += PRICE_OF_BAD;
    const silence = this.allowance.spend(price, this.mns.size > 0 ? STATION : STRANGER, this.lastByteAt);
    if (silence > 0) {
      this.wait('allowance');
      setTimeout(() => this.goOn('allowance'), silence).unref();
    }
    if (this.context.writer.isFull) {
      this.wait('store');
      this.context.writer.onRoom(() => this.goOn('store'));
    }
  }

  /**
   * Called every few seconds: closes idle connections and gives up incomplete frames. While reading is paused, silence
   * does not count.
   */
  tick(now: Date): void {
    if (this.waitsFor.size > 0) return;
    const silentMs = now.getTime() - this.lastByteAt;
    if (silentMs > this.idleMs) this.close();
    if (this.framer.pending > 0 && silentMs > PARTIAL_MS) this.giveUpFrame(now);
  }

  /** The peer has half-closed or is gone. It may still wait for answers to what it has sent. */
  ended(): void {
    this.hasEnded = true;
    this.endWhenAnswered();
  }

  /** Stores an incomplete frame as such, and closes the socket once everything that arrived is stored and answered. */
  private endWhenAnswered(): void {
    if (!this.hasEnded || this.waitsFor.has('turn')) return;
    if (this.framer.pending > 0) this.giveUpFrame(this.context.now());
    if (this.under === 0) this.end();
  }

  private giveUpFrame(at: Date): void {
    for (const frame of this.framer.expire()) this.count(take(this.context, frame, this, at));
  }

  /** Stops reading; what has arrived is still stored and answered. */
  stopReading(): void {
    this.wait('stop');
  }

  /** Closes after the last answer is written. */
  end(): void {
    this.socket.end();
  }

  close(): void {
    this.socket.destroy();
  }

  /** How a device that has sent something on this connection presents itself. */
  voiceOf(mn: string): Voice | undefined {
    return this.voices.get(mn);
  }

  /**
   * Sends a packet and stores it (or `shown`, a version without secrets) with the raw packets. Returns whether there
   * was a connection.
   */
  send(
    packet: Outgoing,
    site: KnownSite | undefined,
    { command_id, shown = packet }: { command_id?: number; shown?: Outgoing } = {},
  ): boolean {
    if (this.socket.destroyed || !this.socket.writable) return false;
    const raw = encodePacket(packet);
    this.socket.write(raw);
    if (this.socket.writableLength > MAX_UNREAD) this.close();
    const { mn, st, cn, qn } = packet;
    const received_at = this.context.now();
    const site_id = site?.site_id ?? null;
    const { remote } = this;
    this.context.writer.push({
      packet: {
        received_at,
        outgoing: true,
        site_id,
        mn,
        st,
        cn,
        qn,
        verdict: 'ok',
        deviations: [],
        raw: shown === packet ? raw : encodePacket(shown),
        remote,
        command_id,
      },
    });
    return true;
  }

  waiting(change: 1 | -1): void {
    this.under += change;
    if (this.under >= MAX_WAITING) this.wait('answers');
    else if (this.under <= MAX_WAITING / 2) this.goOn('answers');
    if (change < 0) this.endWhenAnswered();
  }

  mayKeepOdd(): boolean {
    return this.context.oddFrames.mayKeep(this.address, this.context.now().getTime());
  }

  private note(mn: string, packet: Packet): void {
    const st = packet.st === '' || packet.st === INTERACTION ? undefined : packet.st;
    const voice = this.voices.get(mn);
    if (!voice) {
      this.voices.set(mn, { mn: packet.mn, pw: packet.pw, st });
      return;
    }
    voice.mn = packet.mn;
    voice.pw = packet.pw;
    if (st !== undefined) voice.st = st;
  }

  alsoTakes(site: KnownSite): string | undefined {
    return this.context.exchanges.alsoTakes(site.mn, this.context.now().getTime());
  }

  answers(packet: Packet, site: KnownSite, at: Date, raw: Uint8Array): number | undefined {
    const { exchanges } = this.context;
    return exchanges.concerns(site.mn, packet) ? exchanges.hear({ site, packet, at, raw }) : undefined;
  }

  heard(site: KnownSite, at: Date, packet: Packet, isData: boolean): void {
    this.mns.add(site.mn);
    this.note(site.mn, packet);
    this.idleMs = Math.max(this.idleMs, IDLE_INTERVALS * site.interval_seconds * 1000);
    this.context.heard(site, this, at, isData);
  }

  /** Acknowledge after the write: a device without an answer sends again, a device with an answer deletes its copy. */
  stored(packet: Packet, site: KnownSite): void {
    const { ack, edition } = site.agreement;
    this.context.exchanges.hearStored(site, packet);
    const command = commandOf(packet.cn, edition);
    if (command?.kinds.includes('answer')) return;
    const isNotice = command?.kinds.includes('notice');
    // A notice is always answered, whatever its flag says; an upload is answered if it asks for it.
    if (ack === 'always' || (ack === 'flag' && (isNotice || wantsAnswer(packet)))) {
      const answer = command?.key === 'vendor_login' ? loginAnswer : isNotice ? noticeAnswer : dataAnswer;
      this.send(answer(packet), site);
    }
    // The time that a device asked for is not an acknowledgement: it is sent in any case.
    if (command?.key === 'ask_time') {
      const setting = timeSetting(packet, this.context.now());
      this.context.exchanges.spare(site.mn, setting.qn);
      this.send(setting, site);
    }
  }

  private count(counted: boolean): boolean {
    this.bad = counted ? 0 : this.bad + 1;
    if (this.bad >= MAX_BAD) {
      this.context.nuisances.add(this.address, this.lastByteAt);
      this.close();
    }
    return counted;
  }

  private wait(reason: Reason): void {
    this.waitsFor.add(reason);
    this.socket.pause();
  }

  private goOn(reason: Exclude<Reason, 'stop'>): void {
    if (!this.waitsFor.delete(reason) || this.waitsFor.size > 0) return;
    this.lastByteAt = this.context.now().getTime();
    this.socket.resume();
  }
}

/** The port is missing, or the address empty, if the peer reset the connection before it was accepted. */
function remoteOf({ remoteAddress = '', remotePort }: Socket): string {
  return remotePort === undefined ? remoteAddress : `${remoteAddress}:${remotePort}`;
}

/** 1012: our time, for a device or instrument that asked for it. */
function timeSetting(packet: Packet, now: Date): Outgoing {
  const digits = formatTime(now).replace(/\D/g, '');
  const version = versionOf(packet.flag);
  const instrument = findValue(parseGroups(packet.cp), 'PolId');
  return {
    qn: numberOfTime(now.getTime()),
    st: packet.st,
    cn: '1012',
    pw: packet.pw,
    mn: packet.mn,
    flag: (version << 2) | 1,
    cp: [
      ...(instrument ? [[{ name: 'PolId', value: instrument }]] : []),
      [{ name: 'SystemTime', value: digits }],
    ],
  };
}
