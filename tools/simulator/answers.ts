import { commandOf, dataTypeOf } from '#protocol/commands.ts';
import { type Outgoing, type Packet, versionOf } from '#protocol/packet.ts';
import { findValue, type Group, parseGroups } from '#protocol/payload.ts';
import { executionAnswer, noticeAnswer, requestAnswer } from '#protocol/replies.ts';
import { informationKind } from '#protocol/tables.ts';
import { startOfDayNumber } from '#server/model/calendar.ts';
import { parseStamp, stamp } from './clock.ts';
import type { Device } from './device.ts';
import type { KeptPeriod, Part } from './outbox.ts';
import {
  facilityPart,
  informationGroups,
  informationPart,
  lengthOf,
  periodParts,
  realtimeParts,
} from './uploads.ts';

/** What a station lets its commands do. */
export interface Line {
  device: Device;
  /** By the device's clock. */
  now(): number;
  send(packet: Outgoing): void;
  tell(parts: Part[]): void;
  /** Resolves to whether the platform has acknowledged all of it. */
  deliver(parts: Part[]): Promise<boolean>;
  /** Passes time, as an instrument takes it. */
  work(ms: number): Promise<void>;
}

/** QnRtn of HJ 212-2017. */
const qnRtn = { ready: 1, refused: 2, pw: 3, mn: 4, st: 5, flag: 6, qn: 7, cn: 8, crc: 9 } as const;
/** ExeRtn of HJ 212-2017. */
const exeRtn = { done: 1, failed: 2, condition: 3, noData: 100 } as const;
const VERSION = 1;

/** How many requests are remembered, so that one that is sent again is not carried out again. */
const REMEMBERED = 20;
const CALIBRATION_MS = 15_000;
const SAMPLING_MS = 3000;

interface Request extends Line {
  packet: Packet;
  value(name: string): string;
  /** Answers with data under the request's own number. */
  reply(cp: Group[]): void;
}

type Execute = (request: Request) => number | Promise<number>;

/** Hears what the platform wants, says 9011, does it, and says 9012. */
export class Answers {
  private readonly line: Line;
  /** By number: how it ended, once it has. */
  private readonly known = new Map<string, number | undefined>();
  private busy = false;

  constructor(line: Line) {
    this.line = line;
  }

  async hear(packet: Packet): Promise<void> {
    const { device, send } = this.line;
    // Sent again, it may still carry the password that it has itself replaced.
    if (packet.mn === device.site.mn && packet.verdict === 'ok' && this.known.has(packet.qn))
      return this.repeat(packet);
    const verdict = judge(packet, device);
    if (verdict !== qnRtn.ready) return send(requestAnswer(packet, verdict));
    if (packet.cn === '2012' || packet.cn === '2022') return this.stop(packet);
    const command = commands[packet.cn];
    if (!command) return send(requestAnswer(packet, qnRtn.cn));
    if (this.busy) return send(requestAnswer(packet, qnRtn.refused));
    this.remember(packet.qn, undefined);
    send(requestAnswer(packet, qnRtn.ready));
    await this.carryOut(packet, command);
  }

  private async carryOut(packet: Packet, command: Execute): Promise<void> {
    const { send, device } = this.line;
    const groups = parseGroups(packet.cp);
    const { st, cn, mn, qn } = packet;
    this.busy = true;
    try {
      const result = await command({
        ...this.line,
        packet,
        value: (name) => findValue(groups, name) ?? '',
        reply: (cp) => send({ qn, st, cn, pw: device.password, mn, flag: VERSION << 2, cp }),
      });
      this.remember(qn, result);
      // A new password counts from the next exchange on; `packet` still carries the old one.
      send(executionAnswer(packet, result));
    } finally {
      this.busy = false;
    }
  }

  /** Notices that end an upload are not requests: one answer, nothing to carry out. */
  private stop(packet: Packet): void {
    const { device, send } = this.line;
    if (packet.cn === '2012') device.sendsRealtime = false;
    else device.sendsFacility = false;
    send(noticeAnswer(packet));
  }

  private repeat(packet: Packet): void {
    const { send } = this.line;
    send(requestAnswer(packet, qnRtn.ready));
    const result = this.known.get(packet.qn);
    if (result !== undefined) send(executionAnswer(packet, result));
  }

  private remember(qn: string, result: number | undefined): void {
    this.known.set(qn, result);
    const [oldest] = this.known.keys();
    if (this.known.size > REMEMBERED && oldest !== undefined) this.known.delete(oldest);
  }
}

function judge(packet: Packet, { site, password }: Device): number {
  if (packet.verdict !== 'ok') return qnRtn.crc;
  if (packet.mn !== site.mn) return qnRtn.mn;
  if (packet.pw !== password) return qnRtn.pw;
  if (packet.st !== site.st) return qnRtn.st;
  if (versionOf(packet.flag) !== VERSION) return qnRtn.flag;
  if (!/^\d{17}$/.test(packet.qn)) return qnRtn.qn;
  const kinds = commandOf(packet.cn, '2017')?.kinds ?? [];
  return kinds.includes('request') || kinds.includes('notice') ? qnRtn.ready : qnRtn.cn;
}

const plain = (name: string, value: string | number): Group => [{ name, value: String(value) }];

/** Reads a whole number within limits. */
function within(text: string, low: number, high: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= low && value <= high ? value : undefined;
}

/** The lengths of minute data that the standard allows. */
export const MINUTE_INTERVALS = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30];

/** Something that an instrument does for a while, and notes in its log. */
function operation(ms: number, text: string): Execute {
  return async ({ device, value, now, work }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    await work(ms);
    device.note(now(), polId, text);
    return exeRtn.done;
  };
}

const calibrate: Execute = async ({ device, value, now, work }) => {
  const polId = value('PolId');
  if (!device.factor(polId)) return exeRtn.condition;
  device.calibrating.add(polId);
  device.note(now(), polId, '零点与量程校准开始');
  await work(CALIBRATION_MS);
  device.calibrating.delete(polId);
  device.note(now(), polId, '零点与量程校准完成');
  return exeRtn.done;
};

/** The periods whose label lies between the two times that a request names, both included. */
function periodsAsked(request: Request, type: KeptPeriod['type']): KeptPeriod[] | undefined {
  const { device, value, now } = request;
  const [begin, end] = [parseStamp(value('BeginTime')), parseStamp(value('EndTime'))];
  if (Number.isNaN(begin) || Number.isNaN(end) || begin > end) return undefined;
  const length = lengthOf(type, device);
  const shift = device.site.label === 'end' ? length : 0;
  // Days begin with the network's midnight, which is no whole number of days in UTC.
  const offset = type === 'day' ? startOfDayNumber(0) : 0;
  const periods: KeptPeriod[] = [];
  const first = Math.ceil((begin - shift - offset) / length) * length + offset;
  for (let start = first; start + shift <= end && start + length <= now(); start += length) {
    periods.push({ type, start });
  }
  return periods;
}

const history: Execute = async (request) => {
  const type = dataTypeOf(request.packet.cn);
  const periods = type && type !== 'realtime' ? periodsAsked(request, type) : undefined;
  if (!periods) return exeRtn.condition;
  return deliverAll(request, periods, (period) => periodParts(request.device, period));
};

const facilityHours: Execute = (request) => {
  const days = periodsAsked(request, 'day');
  if (!days) return exeRtn.condition;
  const { device } = request;
  const shift = device.site.label === 'end' ? lengthOf('day', device) : 0;
  return deliverAll(request, days, ({ start }) => [facilityPart(device, '2041', start + shift)]);
};

/** One after the other, each acknowledged before the next. */
async function deliverAll<Item>(
  { deliver }: Request,
  items: readonly Item[],
  partsOf: (item: Item) => Part[],
): Promise<number> {
  let delivered = 0;
  for (const each of items) {
    const parts = partsOf(each);
    if (parts.length === 0) continue;
    if (!(await deliver(parts))) return exeRtn.failed;
    delivered += 1;
  }
  return delivered > 0 ? exeRtn.done : exeRtn.noData;
}

/** State and parameters are told at once; a log is uploaded line by line. */
const information: Execute = (request) => {
  const { device, value, now, reply } = request;
  const [polId, code] = [value('PolId'), value('InfoId')];
  if (informationKind(code) === 'log') {
    const [begin, end] = [parseStamp(value('BeginTime')), parseStamp(value('EndTime'))];
    const lines = device.logs.filter(
      (line) => line.polId === polId && !(line.at < begin) && !(line.at > end),
    );
    return deliverAll(request, lines, ({ at, text }) => [
      informationPart(device, at, polId, code, `//${text}//`),
    ]);
  }
  const answer = device.information(polId, code, now());
  if (answer === undefined) return exeRtn.condition;
  reply(informationGroups(now(), polId, code, answer));
  return exeRtn.done;
};

/** Every request of HJ 212-2017. */
const commands: Record<string, Execute> = {
  1000: ({ device, value }) => {
    const [seconds, times] = [within(value('OverTime'), 1, 99), within(value('ReCount'), 1, 99)];
    if (seconds === undefined || times === undefined) return exeRtn.condition;
    device.timeoutMs = seconds * 1000;
    device.resends = times;
    return exeRtn.done;
  },
  1011: ({ value, now, reply }) => {
    const polId = value('PolId');
    reply([...(polId ? [plain('PolId', polId)] : []), plain('SystemTime', stamp(now()))]);
    return exeRtn.done;
  },
  1012: ({ device, value, now }) => {
    const wanted = parseStamp(value('SystemTime'));
    if (Number.isNaN(wanted)) return exeRtn.condition;
    device.clockOff += wanted - now();
    return exeRtn.done;
  },
  1061: ({ device, reply }) => {
    reply([plain('RtdInterval', device.realtimeSeconds)]);
    return exeRtn.done;
  },
  1062: ({ device, value }) => {
    const seconds = within(value('RtdInterval'), 30, 3600);
    if (seconds === undefined) return exeRtn.condition;
    device.realtimeSeconds = seconds;
    return exeRtn.done;
  },
  1063: ({ device, reply }) => {
    reply([plain('MinInterval', device.minuteInterval)]);
    return exeRtn.done;
  },
  1064: ({ device, value }) => {
    const minutes = within(value('MinInterval'), 1, 30);
    if (minutes === undefined || !MINUTE_INTERVALS.includes(minutes)) return exeRtn.condition;
    device.minuteInterval = minutes;
    return exeRtn.done;
  },
  1072: ({ device, value }) => {
    const password = value('NewPW');
    if (!/^[0-9A-Za-z]{6}$/.test(password)) return exeRtn.condition;
    device.password = password;
    return exeRtn.done;
  },
  2011: ({ device, tell, now }) => {
    device.sendsRealtime = true;
    tell(realtimeParts(device, now()));
    return exeRtn.done;
  },
  2021: ({ device, tell, now }) => {
    device.sendsFacility = true;
    tell([facilityPart(device, '2021', now())]);
    return exeRtn.done;
  },
  2031: history,
  2041: facilityHours,
  2051: history,
  2061: history,
  3011: calibrate,
  3012: operation(SAMPLING_MS, '即时采样完成'),
  3013: operation(SAMPLING_MS, '清洗反吹完成'),
  3014: operation(SAMPLING_MS, '比对采样完成'),
  3015: ({ device, reply, now }) => {
    reply([plain('DataTime', stamp(now())), plain('VaseNo', device.nextBottle())]);
    return exeRtn.done;
  },
  3016: ({ device, value }) => {
    const [polId, first] = [value('PolId'), value('CstartTime')];
    // The standard spells it both ways; names are compared without case.
    const hours = within(value('CTime'), 1, 24);
    if (!device.factor(polId) || !/^\d{6}$/.test(first) || hours === undefined) return exeRtn.condition;
    device.cycles.set(polId, { first, hours: String(hours) });
    return exeRtn.done;
  },
  3017: ({ device, value, reply }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    const { first, hours } = device.cycles.get(polId) ?? { first: '000000', hours: '4' };
    reply([plain('PolId', polId), plain('CstartTime', first), plain('CTime', hours)]);
    return exeRtn.done;
  },
  3018: ({ device, value, reply }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    reply([plain('PolId', polId), plain('Stime', device.site.site_type === 'water' ? 40 : 1)]);
    return exeRtn.done;
  },
  3019: ({ device, value, reply }) => {
    const polId = value('PolId');
    if (!device.factor(polId)) return exeRtn.condition;
    reply([plain('PolId', polId), plain(`${polId}-SN`, device.serialNumber(polId))]);
    return exeRtn.done;
  },
  3020: information,
  3021: ({ device, value }) => {
    const [polId, code] = [value('PolId'), value('InfoId')];
    if (polId !== '' && !device.factor(polId)) return exeRtn.condition;
    return device.setParameter(polId, code, value(`${code}-Info`)) ? exeRtn.done : exeRtn.condition;
  },
};
