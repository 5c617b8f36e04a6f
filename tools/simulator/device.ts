import type { Edition } from '#protocol/commands.ts';
import type { Group } from '#protocol/payload.ts';
import { informationKind } from '#protocol/tables.ts';
import type { DemoSite } from '#server/demo/sites.ts';
import { digits, stamp } from '#server/demo/upload.ts';
import { chance, ripple } from '#server/model/chance.ts';
import type { ModelFactor } from '#server/model/factors.ts';
import { faultsAt } from '#server/model/faults.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { Part } from './unsent.ts';

const versions = { '2005': 0, '2017': 1, '2025': 2, water: 2 } as const;

export interface LogLine {
  at: number;
  /** Empty for the logger itself. */
  polId: string;
  text: string;
}

const MOST_LOGS = 200;

/** The state of a logger and its instruments: settings, logs, calibration. Independent of the connection. */
export class Device {
  readonly site: DemoSite;
  /** Edition of the standard. */
  readonly edition: Edition;
  password: string;
  /** Offset of its clock. */
  clockOff = 0;
  realtimeSeconds: number;
  minuteInterval: number;
  timeoutMs: number;
  resends = 3;
  sendsRealtime = true;
  sendsFacility = true;
  /** Factors whose instrument measures span gas. */
  readonly calibrating = new Set<string>();
  readonly cycles = new Map<string, { first: string; hours: string }>();
  readonly logs: LogLine[] = [];
  readonly maxCp: number;
  /** Other settings by name. */
  readonly settings = new Map<string, string>();
  /** Interference: by factor and other factor, the share of the other's reading that is contained in the factor's. */
  readonly interference = new Map<string, ReadonlyMap<string, number>>();
  /** Number of executions by command. */
  readonly executions = new Map<string, number>();
  firmware = '1.0.0';
  private readonly parameters = new Map<string, string>();
  private bottle = 0;
  private lastQn = 0;

  constructor(
    site: DemoSite,
    settings: {
      password: string;
      realtimeSeconds: number;
      minuteInterval: number;
      timeoutMs: number;
      maxCp: number;
      edition?: Edition;
    },
  ) {
    this.site = site;
    this.password = settings.password;
    this.realtimeSeconds = settings.realtimeSeconds;
    this.minuteInterval = settings.minuteInterval;
    this.timeoutMs = settings.timeoutMs;
    this.maxCp = settings.maxCp;
    this.edition = settings.edition ?? '2017';
  }

  /** An upload that requests an acknowledgement. */
  packet(cn: string, cp: readonly Group[]): Part {
    const { st, mn } = this.site;
    return { st, cn, pw: this.password, mn, flag: this.flag, cp };
  }

  /** As in the version bits of Flag. */
  get version(): number {
    return versions[this.edition];
  }

  /** The version bits, and the bit that requests an answer. */
  get flag(): number {
    return (this.version << 2) | 1;
  }

  executed(cn: string): void {
    this.executions.set(cn, (this.executions.get(cn) ?? 0) + 1);
  }

  /** A unique QN from the clock. */
  nextQn(now: number): string {
    this.lastQn = Math.max(Math.floor(now), this.lastQn + 1);
    return digits(this.lastQn);
  }

  factor(code: string): ModelFactor | undefined {
    return this.site.factors.find((factor) => factor.code === code);
  }

  /** Applies the corrections that the platform has set: subtracts interference, then slope and intercept. */
  corrected(
    { code, decimals }: ModelFactor,
    value: number,
    readingFor: (other: string) => number | undefined = () => undefined,
  ): number {
    const k = this.parameters.get(`${code} i13008`);
    const b = this.parameters.get(`${code} i13007`);
    const others = [...(this.interference.get(code) ?? [])];
    if (k === undefined && b === undefined && others.length === 0) return value;
    const foreign = others.reduce((sum, [other, c]) => sum + c * (readingFor(other) ?? 0), 0);
    return Number((Number(k ?? 1) * (value - foreign) + Number(b ?? 0)).toFixed(decimals));
  }

  /** Current slope and intercept. */
  kb(code: string): { k: number; b: number } {
    const of = (parameter: string, otherwise: number) =>
      Number(this.parameters.get(`${code} ${parameter}`) ?? otherwise);
    return { k: of('i13008', 1), b: of('i13007', 0) };
  }

  note(at: number, polId: string, text: string): LogLine {
    const line = { at, polId, text };
    this.logs.push(line);
    if (this.logs.length > MOST_LOGS) this.logs.shift();
    return line;
  }

  nextBottle(): number {
    this.bottle = (this.bottle % 24) + 1;
    return this.bottle;
  }

  serialNumber(code: string): string {
    const place = this.site.factors.findIndex((factor) => factor.code === code);
    const part = (n: number) => Math.floor(chance(this.site.seed * 32 + place, n) * 2 ** 32);
    return [1, 2, 3]
      .map((n) => part(n).toString(16).padStart(8, '0'))
      .join('')
      .toUpperCase();
  }

  /** Sets a parameter; false if it is not a parameter of the standard or the value is not a number. */
  setParameter(polId: string, code: string, value: string): boolean {
    if (informationKind(code) !== 'parameter' || value === '' || Number.isNaN(Number(value))) return false;
    // A slope of 0 would turn every value into a constant.
    if (code === 'i13008' && Number(value) === 0) return false;
    this.parameters.set(`${polId} ${code}`, value);
    return true;
  }

  /** The current value of an information code; undefined if the device does not have it. */
  information(polId: string, code: string, now: number): string | undefined {
    const set = this.parameters.get(`${polId} ${code}`);
    if (set !== undefined) return set;
    const factor = this.factor(polId);
    if (code.startsWith('i1') && !factor) return undefined;
    switch (code) {
      case 'i12001':
        return this.stateOf(polId, now);
      case 'i12002':
        return this.hasFault(polId, now, 'unreachable') ? '1' : '0';
      case 'i13001':
        return String(factor?.high);
      case 'i13002':
        return String(factor?.scatter);
      case 'i13006':
        return stamp(Math.floor(now / 604_800_000) * 604_800_000);
      case 'i13009':
        return String(factor?.leastScatter);
      case 'i33101':
        return (24.5 + 1.5 * ripple(this.site.seed, now / HOUR_MS)).toFixed(1);
      case 'i33102':
        return (45 + 8 * ripple(this.site.seed + 1, now / HOUR_MS)).toFixed(1);
      default:
        return fixed[code];
    }
  }

  private stateOf(polId: string, now: number): string {
    if (this.calibrating.has(polId) || this.hasFault(polId, now, 'calibration')) return '3';
    if (this.hasFault(polId, now, 'maintenance')) return '1';
    return this.hasFault(polId, now, 'erratic') || this.hasFault(polId, now, 'unreachable') ? '2' : '0';
  }

  private hasFault(polId: string, now: number, kind: string): boolean {
    return faultsAt(this.site, now).some(
      (fault) => fault.kind === kind && this.site.factors[fault.factor]?.code === polId,
    );
  }
}

/** Constant information of a station without faults. */
const fixed: Record<string, string> = {
  i12003: '0',
  i13003: '1',
  i13004: '120',
  i13005: '30',
  i13007: '0',
  i13008: '1',
  i22001: '0',
  i22002: '0',
  i22003: '0',
  i22101: '0',
  i23001: '101.3',
  i32001: '0',
  i33103: '221.5',
  i33104: '180',
  i33105: '120',
  i33106: '120',
  i33107: '60',
  i33200: '3.2',
  i33201: '8730.5',
  i33202: '17.6',
};
