import { commandOf } from '#protocol/commands.ts';
import { type Packet, versionOf } from '#protocol/packet.ts';
import { findValue, type Group, parseGroups } from '#protocol/payload.ts';
import { executionAnswer, noticeAnswer, requestAnswer } from '#protocol/replies.ts';
import type { CommandFault } from './command-faults.ts';
import type { Device } from './device.ts';
import { type Execute, exeRtn, type Line } from './executes.ts';
import { requestsOfEditions } from './other-requests.ts';
import { standardRequests } from './standard-requests.ts';
import { vendorRequests } from './vendor-requests.ts';

/** QnRtn of HJ 212-2017. */
const qnRtn = { ready: 1, refused: 2, pw: 3, mn: 4, st: 5, flag: 6, qn: 7, cn: 8, crc: 9 } as const;

/** Number of remembered requests, so that repeated ones are not executed again. */
const REMEMBERED = 20;
/** Longer than the platform waits for an answer. */
const LATE_MS = 15_000;

/** A received request: the replies, and the result once executed. */
interface Known {
  replies: Group[][];
  result?: number;
}

type Moment = 'heard' | 'acknowledged' | 'executed' | 'replied' | 'ended';

/** Executes the platform's requests: answers 9011, executes, answers 9012; command faults change this. */
export class Answers {
  private readonly line: Line;
  private readonly faultOf: (cn: string) => CommandFault | undefined;
  /** By QN. */
  private readonly known = new Map<string, Known>();
  private readonly broken = new Set<string>();
  private busy = false;

  constructor(line: Line, faultOf: (cn: string) => CommandFault | undefined = () => undefined) {
    this.line = line;
    this.faultOf = faultOf;
  }

  async hear(packet: Packet): Promise<void> {
    const { device, work } = this.line;
    const fault = this.faultOf(packet.cn);
    if (fault === 'ignores' || this.breaks('heard', packet)) return;
    // Before the password check: a repeated request may carry the old password, which it has replaced itself.
    const known = packet.mn === device.site.mn && packet.verdict === 'ok' && this.known.get(packet.qn);
    if (known) return this.repeat(packet, known);
    const verdict = judge(packet, device);
    if (verdict !== qnRtn.ready) return this.answer(packet, verdict);
    if (packet.cn === '2012' || packet.cn === '2022') return this.stop(packet);
    const command = commandFor(packet.cn, device);
    if (!command) return this.answer(packet, qnRtn.cn);
    if (this.busy || fault === 'refuses') return this.answer(packet, qnRtn.refused);
    this.busy = true;
    try {
      const heard = this.remember(packet.qn);
      if (fault === 'late') await work(LATE_MS);
      if (fault !== 'no-ack') this.answer(packet, qnRtn.ready);
      if (this.breaks('acknowledged', packet)) this.known.delete(packet.qn);
      else await this.carryOut(packet, command, heard);
    } finally {
      this.busy = false;
    }
  }

  private async carryOut(packet: Packet, command: Execute, heard: Known): Promise<void> {
    const { device } = this.line;
    const fault = this.faultOf(packet.cn);
    const groups = parseGroups(packet.cp);
    const later: (() => void)[] = [];
    const isIdle = fault === 'fails' || fault === 'lies';
    if (!isIdle) device.executed(packet.cn);
    const result = isIdle
      ? exeRtn[fault === 'fails' ? 'failed' : 'done']
      : await command({
          ...this.line,
          packet,
          value: (name) => findValue(groups, name) ?? '',
          reply: (cp) => heard.replies.push(cp),
          afterwards: (then) => later.push(then),
        });
    heard.result = result;
    if (fault === 'restarts') {
      this.known.clear();
      this.line.drop(true);
      return;
    }
    if (this.breaks('executed', packet)) return;
    this.reply(packet, heard);
    if (this.breaks('replied', packet)) return;
    // A new password takes effect with the next exchange; `packet` still has the old one.
    if (fault !== 'no-end') this.say(packet, executionAnswer(packet, result));
    this.breaks('ended', packet);
    for (const then of later) then();
  }

  /** Breaks the line at the moment of a drop fault, only for the first copy of each request. */
  private breaks(at: Moment, { cn, qn }: Packet): boolean {
    if (this.faultOf(cn) !== `drop-${at}` || this.broken.has(qn)) return false;
    this.broken.add(qn);
    this.line.drop(false);
    return true;
  }

  private answer(packet: Packet, code: number): void {
    this.say(packet, requestAnswer(packet, code));
  }

  private reply({ qn, cn, st, mn }: Packet, { replies }: Known): void {
    const { device } = this.line;
    for (const cp of replies)
      this.say({ cn }, { qn, st, cn, pw: device.password, mn, flag: device.version << 2, cp });
  }

  private say({ cn }: Pick<Packet, 'cn'>, said: Parameters<Line['send']>[0]): void {
    const fault = this.faultOf(cn);
    if (fault === 'mute') return;
    const { send, device, now } = this.line;
    const packet = fault === 'wrong-number' ? { ...said, qn: device.nextQn(now()) } : said;
    send(packet);
    if (fault === 'twice') send(packet);
  }

  /** Notices that stop an upload are not requests: one answer and no execution. */
  private stop(packet: Packet): void {
    const { device } = this.line;
    if (packet.cn === '2012') device.sendsRealtime = false;
    else device.sendsFacility = false;
    this.say(packet, noticeAnswer(packet));
  }

  private repeat(packet: Packet, known: Known): void {
    const fault = this.faultOf(packet.cn);
    if (fault !== 'no-ack') this.answer(packet, qnRtn.ready);
    if (known.result === undefined) return;
    this.reply(packet, known);
    if (fault !== 'no-end') this.say(packet, executionAnswer(packet, known.result));
  }

  private remember(qn: string): Known {
    const heard: Known = { replies: [] };
    this.known.set(qn, heard);
    const [oldest] = this.known.keys();
    if (this.known.size > REMEMBERED && oldest !== undefined) this.known.delete(oldest);
    return heard;
  }
}

/** By edition, otherwise from the example of a manufacturer's commands. */
function commandFor(cn: string, { edition }: Device): Execute | undefined {
  const own = requestsOfEditions[edition][cn];
  if (own) return own;
  return isOfEdition(cn, edition) ? standardRequests[cn] : vendorRequests[cn];
}

function isOfEdition(cn: string, edition: Device['edition']): boolean {
  const kinds = commandOf(cn, edition)?.kinds ?? [];
  return kinds.includes('request') || kinds.includes('notice');
}

function judge(packet: Packet, { site, password, version, edition }: Device): number {
  if (packet.verdict !== 'ok') return qnRtn.crc;
  if (packet.mn !== site.mn) return qnRtn.mn;
  if (packet.pw !== password) return qnRtn.pw;
  if (packet.st !== site.st) return qnRtn.st;
  if (versionOf(packet.flag) !== version) return qnRtn.flag;
  if (!/^\d{17}$/.test(packet.qn)) return qnRtn.qn;
  return isOfEdition(packet.cn, edition) || packet.cn in vendorRequests ? qnRtn.ready : qnRtn.cn;
}
