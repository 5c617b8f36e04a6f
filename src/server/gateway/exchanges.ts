import { type Packet, versionOf, wantsAnswer } from '#protocol/packet.ts';
import { findValue, parseGroups } from '#protocol/payload.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import type { Expects } from '#shared/domain/command-run.ts';
import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** A packet that may be an answer. */
export interface PossibleAnswer {
  site: KnownSite;
  packet: Packet;
  at: Date;
  raw: Uint8Array;
}

/** A request that was sent and waits for an answer. A device has one at a time. */
export interface OpenRequest {
  command_id: number;
  mn: string;
  qn: string;
  cn: string;
  /** The command number (CN) of the reply or of the uploads. */
  replyCn: string;
  expects: Expects;
  /** For history: the first and last label that were requested. */
  labels?: { begin: string; end: string } | undefined;
  /** Handles an answer; returns false if the packet turns out not to answer the request. */
  heard(answer: PossibleAnswer, byFallback: boolean): boolean;
}

/** An answer whose QN matches no open request: it is late, repeated, or the device made the number up. */
export interface Stray extends PossibleAnswer {
  qn: string;
}

/** Command numbers of answers. */
export const ANSWERS: ReadonlySet<string> = new Set(['9011', '9012', '9013']);
const SPARED_MS = 5 * MINUTE_MS;
const MOST_SPARED = 1000;
/** Finished requests are remembered, per device and in total, so that late values find theirs by its QN. */
const MOST_EARLIER_DEVICES = 20_000;
const MOST_EARLIER = 4;
/** How long a device may use its new password before every server has loaded it. */
const TAKEN_MS = MINUTE_MS;

/**
 * Open requests to devices on this server's lines: matches each answer to its request by MN and QN. Independent of
 * commands: the answers are handled by the code that opened the request.
 */
export class Exchanges {
  private readonly byMn = new Map<string, OpenRequest>();
  /** Finished requests for values, by MN; the most recently asked device is last. */
  private readonly earlier = new Map<string, Pick<OpenRequest, 'qn' | 'replyCn'>[]>();
  /** QNs of requests whose answer nobody needs, such as setting the time for a device that asked for it. */
  private readonly spared = new Map<string, number>();
  private readonly taken = new Map<string, { pw: string; until: number }>();
  /** Final answers of history requests whose packet is not stored yet. */
  private readonly ends = new WeakMap<OpenRequest, PossibleAnswer>();
  private onStray: (stray: Stray) => void = () => undefined;

  strays(listener: (stray: Stray) => void): void {
    this.onStray = listener;
  }

  open(request: OpenRequest): void {
    this.byMn.set(request.mn, request);
  }

  close(request: OpenRequest): void {
    if (this.byMn.get(request.mn) === request) this.byMn.delete(request.mn);
    if (request.expects === 'values') this.remember(request);
  }

  private remember({ mn, qn, replyCn }: OpenRequest): void {
    const before = this.earlier.get(mn) ?? [];
    this.earlier.delete(mn);
    this.earlier.set(mn, [...before, { qn, replyCn }].slice(-MOST_EARLIER));
    if (this.earlier.size <= MOST_EARLIER_DEVICES) return;
    const [longest] = this.earlier.keys();
    if (longest !== undefined) this.earlier.delete(longest);
  }

  of(mn: string): OpenRequest | undefined {
    return this.byMn.get(mn);
  }

  get size(): number {
    return this.byMn.size;
  }

  /** Ignores answers to this request instead of reporting them as strays. */
  spare(mn: string, qn: string, now = Date.now()): void {
    this.spared.set(`${mn} ${qn}`, now + SPARED_MS);
    for (const [key, until] of this.spared) {
      if (until > now && this.spared.size <= MOST_SPARED) break;
      this.spared.delete(key);
    }
  }

  /** Also accepts this password for a while, until the change is known everywhere. */
  take(mn: string, pw: string, now: number): void {
    this.taken.set(mn, { pw, until: now + TAKEN_MS });
  }

  alsoTakes(mn: string, now: number): string | undefined {
    const taken = this.taken.size > 0 ? this.taken.get(mn) : undefined;
    if (!taken) return undefined;
    if (taken.until >= now) return taken.pw;
    this.taken.delete(mn);
    return undefined;
  }

  /** Quick check whether a packet can be an answer. It runs for every packet, and nearly none is one. */
  concerns(mn: string, { cn }: Packet): boolean {
    return ANSWERS.has(cn) || this.byMn.has(mn) || (this.earlier.size > 0 && this.earlier.has(mn));
  }

  /** Matches a packet to the open request and passes it on; returns the command it belongs to. */
  hear(answer: PossibleAnswer): number | undefined {
    const { site, packet } = answer;
    const open = this.byMn.get(site.mn);
    if (ANSWERS.has(packet.cn)) return this.hearAnswer(open, answer);
    if (open && packet.cn === open.replyCn) {
      const isMeant = open.expects === 'uploads' ? isAskedFor(packet, open) : numberOf(packet) === open.qn;
      if (isMeant) return open.heard(answer, false) ? open.command_id : undefined;
    }
    if (this.mayBeValues(open, answer)) this.onStray({ ...answer, qn: numberOf(packet) });
    return undefined;
  }

  /** Values whose QN is not that of the open request: they are late, or the device makes numbers up. */
  private mayBeValues(open: OpenRequest | undefined, { site, packet }: PossibleAnswer): boolean {
    // A packet that asks for an answer is an upload by the device itself, not a reply.
    if (open?.expects === 'values' && packet.cn === open.replyCn && !wantsAnswer(packet)) return true;
    const earlier = this.earlier.get(site.mn) ?? [];
    return earlier.some(({ qn, replyCn }) => replyCn === packet.cn && qn === numberOf(packet));
  }

  /** Treats an answer whose QN was never used as an answer to the device's only open request. */
  assume(stray: Stray): void {
    const open = this.byMn.get(stray.site.mn);
    const { cn } = stray.packet;
    if (open && (ANSWERS.has(cn) || (open.expects === 'values' && cn === open.replyCn)))
      open.heard(stray, true);
  }

  /** The end of history is handled once it is stored: everything before it is stored by then and can be counted. */
  hearStored(site: KnownSite, packet: Packet): void {
    const open = this.byMn.get(site.mn);
    if (!open || !endsHistory(packet, open)) return;
    const answer = this.ends.get(open);
    this.ends.delete(open);
    if (answer) open.heard(answer, false);
  }

  private hearAnswer(open: OpenRequest | undefined, answer: PossibleAnswer): number | undefined {
    const { site, packet } = answer;
    const qn = numberOf(packet);
    if (open && qn === open.qn) {
      if (endsHistory(packet, open)) this.ends.set(open, answer);
      else open.heard(answer, false);
      return open.command_id;
    }
    if (!this.spared.has(`${site.mn} ${qn}`)) this.onStray({ ...answer, qn });
    return undefined;
  }
}

function endsHistory({ cn }: Packet, { expects }: OpenRequest): boolean {
  return expects === 'uploads' && cn === '9012';
}

/** Before 2017 the QN of the request is inside the content of the answer. */
function numberOf(packet: Packet): string {
  if (versionOf(packet.flag) > 0) return packet.qn;
  return findValue(parseGroups(packet.cp), 'QN') ?? packet.qn;
}

/** Uploads of history have QNs of their own, so they are recognised by their time. */
function isAskedFor(packet: Packet, { labels }: OpenRequest): boolean {
  const label = findValue(parseGroups(packet.cp), 'DataTime')?.replace(/\D/g, '').slice(0, 14);
  return !labels || (label !== undefined && label >= labels.begin && label <= labels.end);
}

/** The QN for a moment: 17 digits. */
export function numberOfTime(ms: number): string {
  return numbersFrom(ms, 1)[0] ?? '';
}

/** `count` consecutive QNs, one per millisecond. */
export function numbersFrom(firstMs: number, count: number): string[] {
  let [second, digits] = [Number.NaN, ''];
  return Array.from({ length: count }, (_, i) => {
    const ms = firstMs + i;
    if (Math.floor(ms / 1000) !== second) {
      second = Math.floor(ms / 1000);
      digits = formatTime(new Date(ms)).replace(/\D/g, '');
    }
    return digits + String(ms - second * 1000).padStart(3, '0');
  });
}
