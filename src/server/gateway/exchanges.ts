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

/** A request that is on the wire. A device has one at a time. */
export interface OpenRequest {
  command_id: number;
  mn: string;
  qn: string;
  cn: string;
  /** The number that the reply or the uploads come under. */
  replyCn: string;
  expects: Expects;
  /** Of history: the first and the last label that was asked for. */
  labels?: { begin: string; end: string } | undefined;
  /** What came of it; false where it says nothing of it after all. */
  heard(answer: PossibleAnswer, byFallback: boolean): boolean;
}

/** An answer under a number that is none of the open ones: it is late, comes twice, or its device made the number up. */
export interface Stray extends PossibleAnswer {
  qn: string;
}

/** 9011, 9012 and 9013. */
export const ANSWERS: ReadonlySet<string> = new Set(['9011', '9012', '9013']);
const SPARED_MS = 5 * MINUTE_MS;
const MOST_SPARED = 1000;
/** Values that come late are known by the number of their request, of so many devices and requests of each. */
const MOST_EARLIER_DEVICES = 20_000;
const MOST_EARLIER = 4;
/** A device that has a new password may use it before everybody knows. */
const TAKEN_MS = MINUTE_MS;

/**
 * What was asked of devices on this server's lines and not answered yet, by MN and number. Knows nothing of commands: who
 * opens a request hears what comes of it.
 */
export class Exchanges {
  private readonly byMn = new Map<string, OpenRequest>();
  /** Requests for values that are over, by MN; the device that was asked last stands last. */
  private readonly earlier = new Map<string, Pick<OpenRequest, 'qn' | 'replyCn'>[]>();
  /** Numbers of requests that nobody waits for, such as the time for a device that asked for it. */
  private readonly spared = new Map<string, number>();
  private readonly taken = new Map<string, { pw: string; until: number }>();
  /** Ends of history that are on their way into the store. */
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

  /** Answers to this request are no answers to another. */
  spare(mn: string, qn: string, now = Date.now()): void {
    this.spared.set(`${mn} ${qn}`, now + SPARED_MS);
    for (const [key, until] of this.spared) {
      if (until > now && this.spared.size <= MOST_SPARED) break;
      this.spared.delete(key);
    }
  }

  /** Packets with this password count too, for as long as a change of it may take to be known. */
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

  /** Whether a packet can be an answer. Nearly none is, and each is asked about. */
  concerns(mn: string, { cn }: Packet): boolean {
    return ANSWERS.has(cn) || this.byMn.has(mn) || (this.earlier.size > 0 && this.earlier.has(mn));
  }

  /** The command that a packet belongs to. Whoever opened the request hears of it at once. */
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

  /** Values under another number than that of the open request: late ones, or their device makes numbers up. */
  private mayBeValues(open: OpenRequest | undefined, { site, packet }: PossibleAnswer): boolean {
    // What a device tells by itself wants an answer; a reply does not.
    if (open?.expects === 'values' && packet.cn === open.replyCn && !wantsAnswer(packet)) return true;
    const earlier = this.earlier.get(site.mn) ?? [];
    return earlier.some(({ qn, replyCn }) => replyCn === packet.cn && qn === numberOf(packet));
  }

  /** An answer under a number that was never given out: the device's only request is meant. */
  assume(stray: Stray): void {
    const open = this.byMn.get(stray.site.mn);
    const { cn } = stray.packet;
    if (open && (ANSWERS.has(cn) || (open.expects === 'values' && cn === open.replyCn)))
      open.heard(stray, true);
  }

  /** The end of history counts once it is stored: all that came before it is stored by then, and can be counted. */
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

/** Before 2017 the number of the request stands inside the answer. */
function numberOf(packet: Packet): string {
  if (versionOf(packet.flag) > 0) return packet.qn;
  return findValue(parseGroups(packet.cp), 'QN') ?? packet.qn;
}

/** History comes under numbers of its own: it is known by its time. */
function isAskedFor(packet: Packet, { labels }: OpenRequest): boolean {
  const label = findValue(parseGroups(packet.cp), 'DataTime')?.replace(/\D/g, '').slice(0, 14);
  return !labels || (label !== undefined && label >= labels.begin && label <= labels.end);
}

/** The 17 digits by which a request is known. */
export function numberOfTime(ms: number): string {
  return numbersFrom(ms, 1)[0] ?? '';
}

/** So many of them, one for each millisecond: a batch takes hundreds of one second. */
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
