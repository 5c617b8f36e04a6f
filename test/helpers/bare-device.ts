import { connect, type Socket } from 'node:net';

/**
 * An independent implementation of a device: it uses neither the product's codec nor its simulator. It has real
 * settings, counts executions, and can simulate faults.
 */

/** CRC of HJ 212, implemented a second time: the register is shifted before each byte. */
function crcOf(text: string): string {
  let register = 0xffff;
  for (const byte of Buffer.from(text)) {
    register = (register >> 8) ^ byte;
    for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >> 1) ^ 0xa001 : register >> 1;
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}

export function frame(segment: string): string {
  return `##${String(Buffer.byteLength(segment)).padStart(4, '0')}${segment}${crcOf(segment)}\r\n`;
}

export interface Request {
  qn: string;
  st: string;
  cn: string;
  pw: string;
  mn: string;
  flag: string;
  cp: string;
  value(name: string): string | undefined;
}

function parse(segment: string): Request {
  const [head = '', cp = ''] = segment.split('CP=&&');
  const fields = new Map(head.split(';').map((part) => part.split('=') as [string, string]));
  const inner = cp.replace(/&&$/, '');
  const items = new Map(inner.split(/[;,]/).map((part) => part.split('=') as [string, string]));
  const of = (name: string) => fields.get(name) ?? '';
  return {
    ...{ qn: of('QN'), st: of('ST'), cn: of('CN'), pw: of('PW'), mn: of('MN'), flag: of('Flag'), cp: inner },
    value: (name) => items.get(name),
  };
}

/** When the line breaks: on receipt of a request, after 9011, after execution, after the data, after 9012. */
export type Moment = 'heard' | 'acknowledged' | 'executed' | 'replied' | 'ended';

export interface Faults {
  /** QnRtn of 9011. */
  refuses?: number;
  /** ExeRtn of 9012, without doing anything. */
  fails?: number;
  /** Ignores requests. */
  deaf?: boolean;
  /** Executes requests but sends nothing. */
  mute?: boolean;
  /** Delays 9011 or 9012 by this many milliseconds. */
  ackAfterMs?: number;
  endAfterMs?: number;
  /** Sends every answer twice. */
  twice?: boolean;
  noAck?: boolean;
  noEnd?: boolean;
  /** Sends 9012 before the requested data. */
  endFirst?: boolean;
  /** Answers with its own QNs. */
  ownNumbers?: boolean;
  /** Answers with a wrong CRC, or with this text in place of values. */
  wrongCrc?: boolean;
  nonsense?: string;
  /** Executes a request each time that it is received. */
  forgetful?: boolean;
  /** Reports success without executing. */
  lies?: boolean;
  /** Breaks the line at this moment, only once. */
  dropsAt?: Moment;
  /** Applies only to these commands; to all if undefined. */
  of?: string[];
}

const clean: Faults = {};

export class BareDevice {
  readonly mn: string;
  password = '123456';
  /** Settings by name. */
  readonly settings = new Map<string, string>([
    ['RtdInterval', '30'],
    ['MinInterval', '10'],
  ]);
  /** Offset of its clock. */
  clockOffMs = 0;
  faults: Faults = clean;
  /** Received requests, and number of executions by command. */
  readonly heard: Request[] = [];
  readonly executions = new Map<string, number>();
  readonly answered: string[] = [];
  /** Stored hourly values by time in 14 digits. */
  readonly hours = new Map<string, number>();
  private readonly done = new Map<string, number>();
  private readonly port: () => number;
  private socket: Socket | undefined;
  private buffer = '';
  private dropped = false;
  private stopped = false;
  private uploads = 0;
  private acked: (() => void) | undefined;

  constructor(port: number | (() => number), mn: string) {
    this.port = typeof port === 'number' ? () => port : port;
    this.mn = mn;
  }

  /** Connects and sends a heartbeat; reconnects by itself. */
  async connect(): Promise<void> {
    this.stopped = false;
    await new Promise<void>((resolve) => this.dial(resolve));
  }

  private dial(up: () => void = () => undefined): void {
    const socket = connect(this.port(), '127.0.0.1');
    this.socket = socket;
    this.buffer = '';
    socket.on('connect', () => {
      this.heartbeat();
      up();
    });
    socket.on('data', (chunk) => this.receive(chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.socket === socket) this.socket = undefined;
      if (!this.stopped) setTimeout(() => this.stopped || this.dial(up), 100);
    });
  }

  stop(): void {
    this.stopped = true;
    this.socket?.destroy();
  }

  drop(): void {
    this.socket?.destroy();
  }

  sends(cn: string): Request[] {
    return this.heard.filter((request) => request.cn === cn);
  }

  ran(cn: string): number {
    return this.executions.get(cn) ?? 0;
  }

  now(): string {
    return new Date(Date.now() + this.clockOffMs + 8 * 3_600_000).toISOString().replace(/\D/g, '');
  }

  private heartbeat(): void {
    this.write(`QN=${this.now()};ST=22;CN=9015;PW=${this.password};MN=${this.mn};Flag=5;CP=&&&&`);
  }

  write(segment: string, wrongCrc = false): void {
    const text = frame(segment);
    this.socket?.write(wrongCrc ? text.replace(/.{4}\r\n$/, '0123\r\n') : text, 'latin1');
  }

  private receive(text: string): void {
    this.buffer += text;
    for (;;) {
      const start = this.buffer.indexOf('##');
      if (start < 0) return;
      const length = Number(this.buffer.slice(start + 2, start + 6));
      const end = start + 6 + length;
      if (Number.isNaN(length) || this.buffer.length < end + 4) return;
      const segment = this.buffer.slice(start + 6, end);
      const check = this.buffer.slice(end, end + 4);
      this.buffer = this.buffer.slice(end + 4);
      if (check === crcOf(segment)) this.hear(parse(segment));
    }
  }

  private hear(request: Request): void {
    if (request.cn === '9014') this.acked?.();
    if (/^90/.test(request.cn) || request.mn !== this.mn) return;
    this.heard.push(request);
    void this.answer(request);
  }

  private breaks(at: Moment, faults: Faults): boolean {
    if (faults.dropsAt !== at || this.dropped) return false;
    this.dropped = true;
    // `end` first sends what is buffered.
    this.socket?.end();
    return true;
  }

  private say(request: Request, cn: string, cp: string, faults: Faults): void {
    if (faults.mute) return;
    const qn = faults.ownNumbers ? this.now() : request.qn;
    const said = faults.nonsense === undefined ? cp : cp.replace(/=.*/, `=${faults.nonsense}`);
    const st = /^90/.test(cn) ? '91' : request.st;
    this.answered.push(cn);
    for (let times = faults.twice ? 2 : 1; times > 0; times--)
      this.write(
        `QN=${qn};ST=${st};CN=${cn};PW=${request.pw};MN=${this.mn};Flag=4;CP=&&${said}&&`,
        faults.wrongCrc,
      );
  }

  private async answer(request: Request): Promise<void> {
    const { faults: all } = this;
    const faults = !all.of || all.of.includes(request.cn) ? all : clean;
    if (faults.deaf || this.breaks('heard', faults)) return;
    if (request.pw !== this.password) return this.say(request, '9011', 'QnRtn=3', faults);
    if (request.cn === '2012' || request.cn === '2022') return this.say(request, '9013', '', faults);
    if (faults.refuses) return this.say(request, '9011', `QnRtn=${faults.refuses}`, faults);
    if (faults.ackAfterMs) await sleep(faults.ackAfterMs);
    if (!faults.noAck) this.say(request, '9011', 'QnRtn=1', faults);
    if (this.breaks('acknowledged', faults)) return;
    const known = faults.forgetful ? undefined : this.done.get(request.qn);
    if (known !== undefined) return this.end(request, known, faults);
    // Stored before execution, so that a repeated request is not executed again.
    if (!faults.forgetful) this.done.set(request.qn, faults.fails ?? 1);
    if (faults.fails) return this.end(request, faults.fails, faults);
    this.executions.set(request.cn, this.ran(request.cn) + 1);
    const reply = faults.lies ? '' : await this.carryOut(request);
    if (reply === undefined) return this.end(request, 3, faults);
    if (this.breaks('executed', faults)) return;
    if (faults.endFirst) await this.end(request, 1, faults);
    if (reply) this.say(request, request.cn, reply, faults);
    if (this.breaks('replied', faults)) return;
    if (!faults.endFirst) await this.end(request, 1, faults);
    this.breaks('ended', faults);
  }

  private async end(request: Request, code: number, faults: Faults): Promise<void> {
    if (faults.noEnd) return;
    if (faults.endAfterMs) await sleep(faults.endAfterMs);
    this.say(request, '9012', `ExeRtn=${code}`, faults);
  }

  /** Data for the reply; empty if there are none, undefined if the request cannot be executed. */
  private async carryOut(request: Request): Promise<string | undefined> {
    const { settings } = this;
    const [target, info] = [request.value('PolId') ?? '', request.value('InfoId') ?? ''];
    switch (request.cn) {
      case '1011':
        return `SystemTime=${this.now().slice(0, 14)}`;
      case '1012': {
        const [, y, mo, d, h, mi, s] =
          /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(request.value('SystemTime') ?? '') ?? [];
        this.clockOffMs = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}+08:00`) - Date.now();
        return '';
      }
      case '1061':
        return `RtdInterval=${settings.get('RtdInterval')}`;
      case '1063':
        return `MinInterval=${settings.get('MinInterval')}`;
      case '1062':
        settings.set('RtdInterval', request.value('RtdInterval') ?? '');
        return '';
      case '1064':
        settings.set('MinInterval', request.value('MinInterval') ?? '');
        return '';
      case '1072':
        this.password = request.value('NewPW') ?? this.password;
        return '';
      case '2061':
        return this.history(request);
      case '3020': {
        const usual = info === 'i13008' ? '1' : info === 'i13007' ? '0' : undefined;
        const value = settings.get(`${target} ${info}`) ?? usual;
        const time = this.now().slice(0, 14);
        return value === undefined ? undefined : `DataTime=${time};PolId=${target};${info}-Info=${value}`;
      }
      case '3021':
        settings.set(`${target} ${info}`, request.value(`${info}-Info`) ?? '');
        return '';
      // Interference as in the example of a manufacturer: a new list replaces the previous one.
      case '3033': {
        const held = settings.get(`${target} C`) ?? '';
        return `PolId=${target}${held === '' ? '' : `;${held}`}`;
      }
      case '3034':
        settings.set(`${target} C`, request.cp.replace(/^PolId=[^;]*;?/, ''));
        return '';
      default:
        return '';
    }
  }

  /** Uploads the hours in the requested period, each after the previous one was acknowledged. */
  private async history(request: Request): Promise<string | undefined> {
    const [begin = '', end = ''] = [request.value('BeginTime'), request.value('EndTime')];
    const asked = [...this.hours].filter(([label]) => label >= begin && label <= end).sort();
    for (const [label, value] of asked) {
      this.uploads += 1;
      const acknowledged = new Promise<void>((resolve) => {
        this.acked = resolve;
      });
      const qn = `${this.now().slice(0, 14)}${String(this.uploads % 1000).padStart(3, '0')}`;
      const cp = `DataTime=${label};a34004-Avg=${value},a34004-Flag=N`;
      this.write(`QN=${qn};ST=22;CN=2061;PW=${this.password};MN=${this.mn};Flag=5;CP=&&${cp}&&`);
      await acknowledged;
    }
    return '';
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
