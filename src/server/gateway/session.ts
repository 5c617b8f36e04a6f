import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { commandOf } from '#protocol/commands.ts';
import type { Frame } from '#protocol/frame.ts';
import { Framer } from '#protocol/framer.ts';
import {
  encodePacket,
  type Outgoing,
  type Packet,
  parsePacket,
  versionOf,
  wantsAnswer,
} from '#protocol/packet.ts';
import { dataAnswer, noticeAnswer } from '#protocol/replies.ts';
import type { Directory, KnownSite } from '#server/ingest/directory.ts';
import { toRow } from '#server/ingest/rows.ts';
import type { Arrival, Writer } from '#server/ingest/writer.ts';
import type { RawPacket } from '#server/series/store.ts';
import { formatTime } from '#shared/domain/time.ts';

/** What a session needs of the house. */
export interface GatewayContext {
  directory: Directory;
  writer: Writer;
  log: Logger;
  now(): Date;
  /** Something of this site has arrived. */
  heard(site: KnownSite, session: Session, at: Date): void;
  /** A device that is no site yet. */
  knocked(packet: Packet, raw: Uint8Array, remote: string, at: Date): void;
}

/** A frame that does not go on for this long is given up. */
const PARTIAL_MS = 30_000;
/** Nobody sends this many broken frames in a row by accident. */
const MAX_BAD = 50;
/** A peer that does not read what it is answered must not fill our memory. */
const MAX_UNREAD = 64 * 1024;
/** Far more than a logger sends, even while it catches up. */
const BYTES_A_SECOND = 2 * 1024 * 1024;

/** One TCP connection: cuts frames, knows who speaks, and answers when what it said is stored. */
export class Session {
  readonly mns = new Set<string>();
  readonly remote: string;
  private readonly framer = new Framer();
  private bad = 0;
  private lastByteAt: number;
  private budget = BYTES_A_SECOND;
  private readonly socket: Socket;
  private readonly context: GatewayContext;

  constructor(socket: Socket, context: GatewayContext) {
    this.socket = socket;
    this.context = context;
    this.remote = `${socket.remoteAddress}:${socket.remotePort}`;
    this.lastByteAt = context.now().getTime();
  }

  receive(chunk: Uint8Array): void {
    const at = this.context.now();
    this.lastByteAt = at.getTime();
    for (const frame of this.framer.push(chunk)) this.take(frame, at);
    this.budget -= chunk.length;
    if (this.budget <= 0) this.socket.pause();
    else this.holdBack();
  }

  /** Called every second: ends what hangs, and lets a hasty peer go on. */
  tick(now: Date): void {
    if (this.framer.pending > 0 && now.getTime() - this.lastByteAt > PARTIAL_MS) {
      for (const frame of this.framer.expire()) this.take(frame, now);
    }
    const wasEmpty = this.budget <= 0;
    this.budget = BYTES_A_SECOND;
    if (wasEmpty && !this.context.writer.isFull) this.socket.resume();
  }

  close(): void {
    this.socket.destroy();
  }

  /** Sends a packet and keeps it among the frames of the day. */
  send(packet: Outgoing, site: KnownSite | undefined): void {
    if (this.socket.destroyed) return;
    const raw = encodePacket(packet);
    this.socket.write(raw);
    if (this.socket.writableLength > MAX_UNREAD) this.close();
    const { mn, st, cn, qn } = packet;
    this.keep({ packet: { ...this.frameOf(raw, site, this.context.now()), outgoing: true, mn, st, cn, qn } });
  }

  /** Back-pressure: while the store cannot keep up, this socket is not read. */
  private holdBack(): void {
    if (!this.context.writer.isFull) return;
    this.socket.pause();
    this.context.writer.onRoom(() => this.socket.resume());
  }

  private take(frame: Frame, at: Date): void {
    const packet = parsePacket(frame);
    const site = this.context.directory.find(packet.mn);
    const deviations: string[] = [...packet.deviations];
    const accepted = this.isAccepted(packet, site, deviations);
    this.bad = accepted ? 0 : this.bad + 1;
    if (this.bad >= MAX_BAD) this.close();
    if (!site) {
      if (accepted) this.context.knocked(packet, frame.raw, this.remote, at);
      this.keep({ packet: { ...this.frameOf(frame.raw, undefined, at), ...headOf(packet), deviations } });
      return;
    }
    if (accepted) {
      this.mns.add(site.mn);
      this.context.heard(site, this, at);
    }
    const mapped = accepted ? toRow(site, packet, at) : undefined;
    if (mapped) deviations.push(...mapped.deviations);
    this.keep({
      packet: { ...this.frameOf(frame.raw, site, at), ...headOf(packet), deviations },
      reading: mapped?.row,
      stored: accepted ? () => this.answer(packet, site) : undefined,
    });
  }

  /** The codec records what is wrong with a frame; the site's protocol says what is tolerated. */
  private isAccepted(packet: Packet, site: KnownSite | undefined, deviations: string[]): boolean {
    const { verdict } = packet;
    const agreement = site?.agreement;
    if (verdict === 'malformed') return false;
    if (verdict === 'bad_length' && agreement && !agreement.accept_wrong_length) return false;
    if (verdict === 'bad_crc') {
      const mode = agreement?.crc_mode ?? 'hj212';
      const tolerated =
        mode === 'none' ||
        (mode === 'modbus' && deviations.includes('crc_modbus')) ||
        (mode === 'modbus_swapped' && deviations.includes('crc_modbus_swapped'));
      if (!tolerated) return false;
    }
    if (site && agreement?.check_password && packet.pw !== site.secret) {
      deviations.push('wrong_pw');
      return false;
    }
    return true;
  }

  /** Acknowledge after the write: a device that got no answer sends again, one that got an answer forgets. */
  private answer(packet: Packet, site: KnownSite): void {
    const { ack, edition } = site.agreement;
    const command = commandOf(packet.cn, edition);
    if (command?.kinds.includes('answer')) return;
    if (command?.kinds.includes('notice')) {
      this.send(noticeAnswer(packet), site);
      if (command.key === 'ask_time') this.send(timeSetting(packet, this.context.now()), site);
      return;
    }
    if (ack === 'never' || (ack === 'flag' && !wantsAnswer(packet))) return;
    this.send(dataAnswer(packet), site);
  }

  private frameOf(raw: Uint8Array, site: KnownSite | undefined, received_at: Date): RawPacket {
    return {
      received_at,
      outgoing: false,
      site_id: site?.site_id ?? null,
      mn: '',
      st: '',
      cn: '',
      qn: '',
      verdict: 'ok',
      deviations: [],
      raw,
      remote: this.remote,
    };
  }

  private keep(arrival: Arrival): void {
    this.context.writer.push(arrival);
  }
}

function headOf({ mn, st, cn, qn, verdict }: Packet): Pick<RawPacket, 'mn' | 'st' | 'cn' | 'qn' | 'verdict'> {
  return { mn, st, cn, qn, verdict };
}

/** 1012: our clock, for a device that asked to be set right. */
function timeSetting(packet: Packet, now: Date): Outgoing {
  const digits = formatTime(now).replace(/\D/g, '');
  const version = versionOf(packet.flag);
  return {
    qn: `${digits}${String(now.getMilliseconds()).padStart(3, '0')}`,
    st: packet.st,
    cn: '1012',
    pw: packet.pw,
    mn: packet.mn,
    flag: (version << 2) | 1,
    cp: [[{ name: 'SystemTime', value: digits }]],
  };
}
