import type { Edition } from '#protocol/commands.ts';
import { encodePacket, type Packet } from '#protocol/packet.ts';
import type { DemoSite } from '#server/demo/sites.ts';
import { startOfDayNumber } from '#server/model/calendar.ts';
import { chance } from '#server/model/chance.ts';
import { type Fault, faultsAt, type Outage, outageAt } from '#server/model/faults.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { Answers } from './answers.ts';
import type { Clock } from './clock.ts';
import type { CommandFault } from './command-faults.ts';
import { Device } from './device.ts';
import { Link } from './link.ts';
import type { Mode } from './modes.ts';
import { type KeptPeriod, Unsent } from './unsent.ts';
import {
  facilityPart,
  informationPart,
  lengthOf,
  periodParts,
  realtimeParts,
  restartPart,
} from './uploads.ts';

export interface Tally {
  connected: number;
  sent: number;
  acknowledged: number;
  resent: number;
  broken: number;
  requests: number;
  /** Latencies of 9014 in ms: the last few thousand. */
  waits: number[];
  /** The last connection error. */
  trouble: string;
}

export interface StationOptions {
  host: string;
  port: number;
  clock: Clock;
  mode: Mode;
  password: string;
  realtimeSeconds: number;
  minuteInterval: number;
  /** Command numbers of its own uploads. */
  types: ReadonlySet<string>;
  timeoutMs: number;
  maxCp: number;
  edition: Edition;
  /** Command faults by station. */
  faultOf(mn: string): (cn: string) => CommandFault | undefined;
  tally: Tally;
}

const PERIODS: readonly (readonly [type: KeptPeriod['type'], cn: string])[] = [
  ['day', '2031'],
  ['hour', '2061'],
  ['minute', '2051'],
];
/** Period data are ready shortly after the period's end, at a different moment for each station. */
const READY_MS = 1000;
const READY_SPREAD_MS = 20_000;
const HEARTBEAT_MS = 120_000;
/** State of logger and link, station climate; state, slope, intercept and range of an instrument. */
const INFORMATION = ['i22001', 'i12001', 'i33101', 'i13008', 'i33102', 'i13007', 'i22003', 'i13001'];
const MOST_WAITS = 5000;
const MERGED = 8;

const logOf: Record<Fault['kind'], string> = {
  stuck: '测量值长时间不变',
  zero: '测量值为零',
  jump: '测量值突变',
  drift: '灵敏度漂移',
  erratic: '仪器故障',
  unreachable: '与仪器通讯中断',
  over_range: '超过量程上限',
  maintenance: '运维人员现场维护',
  calibration: '定期零点量程校准',
};

/** One virtual station: measures with the model, uploads data when due, and executes commands. */
export class Station {
  readonly device: Device;
  private readonly options: StationOptions;
  private readonly link: Link;
  private readonly unsent: Unsent;
  private readonly answers: Answers;
  private readonly cancels = new Set<() => void>();
  private outage: Outage | undefined;
  private nextPeriod: Record<KeptPeriod['type'], number>;
  private reportedHour = 0;
  /** Powered on again, and not reported yet. */
  private restarted = true;
  private trouble = '';
  private heardOrSaid = 0;
  private stopped = true;

  constructor(site: DemoSite, options: StationOptions) {
    const { mode, tally } = options;
    this.options = options;
    this.device = new Device(site, options);
    this.device.clockOff = mode.clockOffMs ?? 0;
    this.nextPeriod = this.begun();
    this.link = new Link(options, mode, {
      up: () => this.lineUp(),
      down: () => this.lineDown(),
      failed: ({ message }) => {
        tally.trouble = message;
      },
      packet: (packet) => this.hear(packet),
      drained: () => (mode.flood ? this.measure() : this.unsent.pump()),
    });
    this.unsent = new Unsent({
      window: mode.careless ? 0 : mode.merges ? MERGED : 1,
      timeoutMs: () => this.device.timeoutMs,
      resends: () => this.device.resends,
      qn: () => this.device.nextQn(this.now()),
      partsOf: (period) => this.ordered(periodParts(this.device, period)),
      canWrite: () => this.link.isUp && !this.link.isFull,
      write: (frame) => this.write(frame),
      giveUp: () => {
        if (mode.silentAfter === undefined) this.link.hangUp();
      },
      sent: () => {
        tally.sent += 1;
      },
      acknowledged: (ms) => {
        tally.acknowledged += 1;
        if (tally.waits.length >= MOST_WAITS) tally.waits.length = 0;
        tally.waits.push(ms);
      },
      resent: () => {
        tally.resent += 1;
      },
    });
    this.answers = new Answers(
      {
        device: this.device,
        now: () => this.now(),
        send: (packet) => this.write(encodePacket(packet)),
        tell: (parts) => this.unsent.tell(parts),
        deliver: (parts) => this.unsent.deliver(this.ordered(parts)),
        drop: (restarts) => {
          if (restarts) this.restarted = true;
          this.link.endLine();
        },
        work: (ms) => new Promise((resolve) => this.after(ms, resolve)),
      },
      options.faultOf(this.device.site.mn),
    );
  }

  get mn(): string {
    return this.device.site.mn;
  }

  get keptCount(): number {
    return this.unsent.keptCount;
  }

  start(): void {
    this.stopped = false;
    this.nextPeriod = this.begun();
    this.recall();
    this.tick();
    this.realtime();
  }

  stop(): void {
    this.stopped = true;
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
    this.link.close();
  }

  /** Breaks the connection, like a network fault; the station reconnects by itself. */
  breakLine(): void {
    this.link.hangUp();
  }

  private now(): number {
    return this.options.clock.now() + this.device.clockOff;
  }

  private after(ms: number, then: () => void): void {
    const cancel = this.options.clock.wait(ms, () => {
      this.cancels.delete(cancel);
      if (!this.stopped) then();
    });
    this.cancels.add(cancel);
  }

  private sends(cn: string): boolean {
    return this.options.types.has(cn);
  }

  /** Starts of the current periods, which are the first to be uploaded. */
  private begun(): Record<KeptPeriod['type'], number> {
    const at = (type: KeptPeriod['type']) => {
      const length = lengthOf(type, this.device);
      const offset = type === 'day' ? startOfDayNumber(0) : 0;
      return Math.floor((this.now() - offset) / length) * length + offset;
    };
    return { minute: at('minute'), hour: at('hour'), day: at('day') };
  }

  /** If the link was down when the simulator started, the hours since the outage began are still to be uploaded. */
  private recall(): void {
    const outage = outageAt(this.device.site, this.now());
    if (outage?.kind !== 'link') return;
    this.nextPeriod.hour = Math.min(this.nextPeriod.hour, outage.start - (outage.start % HOUR_MS));
  }

  /** Runs once a minute, at an offset that differs between stations. */
  private tick(): void {
    this.watchOutage();
    this.gather();
    if (this.link.isUp) this.report();
    const ready = READY_MS + READY_SPREAD_MS * chance(this.device.site.seed, 9);
    this.after(MINUTE_MS - ((this.now() - ready) % MINUTE_MS), () => this.tick());
  }

  private realtime(): void {
    const length = this.device.realtimeSeconds * 1000;
    const phase = Math.floor(length * chance(this.device.site.seed, 8));
    this.after(length - ((this.now() - phase) % length), () => {
      this.measure();
      this.realtime();
    });
  }

  private measure(): void {
    const { mode } = this.options;
    if (!this.sends('2011') || !this.device.sendsRealtime || !this.link.isUp) return;
    const parts = this.ordered(realtimeParts(this.device, this.now()));
    this.unsent.tell(parts);
    // Until the socket's buffer is full.
    while (mode.flood && this.link.isUp && !this.link.isFull) this.unsent.tell(parts);
  }

  private watchOutage(): void {
    const was = this.outage;
    this.outage = outageAt(this.device.site, this.now());
    if (this.outage) this.link.close();
    else this.link.open();
    if (was?.kind === 'power' && !this.outage) this.restarted = true;
  }

  /** Keeps every period that has ended since the last tick; without power a period has no data. */
  private gather(): void {
    const now = this.now();
    // The clock was set back.
    if (this.nextPeriod.minute > now) this.nextPeriod = this.begun();
    for (const [type, cn] of PERIODS) {
      const length = lengthOf(type, this.device);
      for (; this.nextPeriod[type] + length <= now; this.nextPeriod[type] += length) {
        if (this.sends(cn)) this.unsent.keep({ type, start: this.nextPeriod[type] });
      }
    }
  }

  /** Facility state and information every hour, instrument faults on change, a heartbeat when idle. */
  private report(): void {
    const now = this.now();
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.reportedHour) {
      this.reportedHour = hour;
      if (this.device.sendsFacility && this.sends('2021'))
        this.unsent.tell([facilityPart(this.device, '2021', now)]);
      if (this.sends('3020')) this.tellInformation(now, hour);
    }
    if (this.sends('3020')) this.tellTrouble(now);
    if (this.unsent.isIdle && now - this.heardOrSaid > HEARTBEAT_MS)
      this.unsent.tell([this.device.packet('9015', [])]);
  }

  /** Reports one item of information about the logger or an instrument, a different one each hour. */
  private tellInformation(now: number, hour: number): void {
    const code = INFORMATION[(hour + this.device.site.seed) % INFORMATION.length] ?? 'i22001';
    const { factors } = this.device.site;
    const polId = code.startsWith('i1') ? (factors[hour % factors.length]?.code ?? '') : '';
    const value = this.device.information(polId, code, now) ?? '0';
    this.unsent.tell([informationPart(this.device, now, polId, code, value)]);
  }

  private tellTrouble(now: number): void {
    const faults = faultsAt(this.device.site, now).filter(({ flag }) => flag !== '');
    const trouble = faults.map(({ kind, factor }) => `${kind} ${factor}`).join();
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    const [first] = faults;
    const text = first ? logOf[first.kind] : '恢复正常';
    const code = this.device.site.factors[first?.factor ?? 0]?.code ?? '';
    this.device.note(now, code, text);
    const state = this.device.information(code, 'i12001', now) ?? '0';
    this.unsent.tell([informationPart(this.device, now, code, 'i12001', state)]);
    this.unsent.tell([informationPart(this.device, now, code, 'i11001', `//${text}//`)]);
  }

  private lineUp(): void {
    const { tally } = this.options;
    tally.connected += 1;
    const now = this.now();
    this.heardOrSaid = now;
    if (this.restarted) {
      this.restarted = false;
      const { text } = this.device.note(now, '', '数采仪启动');
      if (this.sends('2081')) this.unsent.tell([restartPart(this.device, now)]);
      if (this.sends('3020'))
        this.unsent.tell([informationPart(this.device, now, '', 'i21001', `//${text}//`)]);
    }
    this.report();
    this.measure();
    this.unsent.pump();
    // The server identifies the station by its first packet.
    if (this.unsent.isIdle) this.unsent.tell([this.device.packet('9015', [])]);
  }

  private lineDown(): void {
    const { tally } = this.options;
    tally.connected -= 1;
    tally.broken += 1;
    this.unsent.lineDown();
  }

  private hear(packet: Packet): void {
    if (packet.cn === '9014' || packet.cn === '9013') {
      if (packet.mn === this.mn && packet.verdict === 'ok') this.unsent.acknowledge(packet.qn);
      return;
    }
    if (packet.cn === '9011' || packet.cn === '9012') return;
    this.options.tally.requests += 1;
    void this.answers.hear(packet);
  }

  private write(frame: Uint8Array): void {
    this.heardOrSaid = this.now();
    this.link.write(frame);
  }

  private ordered<Each>(parts: Each[]): Each[] {
    return this.options.mode.lastPartFirst ? parts.toReversed() : parts;
  }
}
