import type { Edition } from '#protocol/commands.ts';
import { INTERVAL_SECONDS, networkOf, PASSWORD, unregisteredDevices } from '#server/demo/sites.ts';
import { MAX_CP } from '#server/demo/upload.ts';
import { type Clock, clockFrom } from './clock.ts';
import { type FaultSpec, faultsOf } from './command-faults.ts';
import { lifelikeMode, type ModeName, modeOf } from './modes.ts';
import { Station, type StationOptions, type Tally } from './station.ts';

export interface FleetOptions {
  sites: number;
  host: string;
  port: number;
  mode: ModeName;
  password: string;
  /** Seconds between real-time values. */
  interval: number;
  /** Length of the periods of minute data. */
  minutes: number;
  types: readonly string[];
  clock: Clock;
  outages: boolean;
  timeoutMs: number;
  maxCp: number;
  /** New connections per second. */
  connectRate: number;
  edition: Edition;
  /** Faults of stations on commands. */
  faults: readonly FaultSpec[];
  /** Some stations have poor lines, and some devices are not registered. */
  lifelike: boolean;
}

export const everyType = ['2011', '2051', '2061', '2031', '2021', '3020', '2081'] as const;

/** Defaults of `npm run sim`. */
export const usualFleet: Omit<FleetOptions, 'clock'> = {
  sites: 163,
  host: '127.0.0.1',
  port: 8212,
  mode: 'ordinary',
  password: PASSWORD,
  interval: INTERVAL_SECONDS,
  minutes: 1,
  types: everyType,
  outages: true,
  timeoutMs: 10_000,
  maxCp: MAX_CP,
  connectRate: 200,
  edition: '2017',
  faults: [],
  lifelike: false,
};

/** Many stations in one process. */
export class Fleet {
  readonly stations: readonly Station[];
  readonly tally: Tally = {
    connected: 0,
    sent: 0,
    acknowledged: 0,
    resent: 0,
    broken: 0,
    requests: 0,
    waits: [],
    trouble: '',
  };
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly connectRate: number;

  constructor(given: Partial<FleetOptions>) {
    const fleet = { ...usualFleet, clock: given.clock ?? clockFrom(Date.now(), 1), ...given };
    const sites = networkOf(fleet.sites);
    const places = new Map(sites.map(({ mn }, i) => [mn, i + 1]));
    const options: StationOptions = {
      ...fleet,
      faultOf: (mn) => faultsOf(fleet.faults, places.get(mn) ?? 0, mn),
      mode: modeOf(fleet.mode),
      realtimeSeconds: fleet.interval,
      minuteInterval: fleet.minutes,
      types: new Set(fleet.types),
      tally: this.tally,
    };
    this.connectRate = fleet.connectRate;
    const registered = sites.map((site, i) => {
      const mode = fleet.lifelike ? modeOf(lifelikeMode(i)) : options.mode;
      return new Station({ ...site, neverOut: !fleet.outages }, { ...options, mode });
    });
    const strangers = fleet.lifelike ? unregisteredDevices : [];
    this.stations = [...registered, ...strangers.map((device) => new Station(device, options))];
  }

  /** Staggers the starts by `connectRate`: thousands at once would only queue at the server. */
  start(): void {
    for (const [i, station] of this.stations.entries()) {
      this.timers.push(setTimeout(() => station.start(), (i * 1000) / this.connectRate));
    }
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const station of this.stations) station.stop();
  }
}
