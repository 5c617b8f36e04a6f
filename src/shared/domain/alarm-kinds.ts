import { DAY_MINUTES } from './time-units.ts';
/**
 * Alarms of measured values, and alarms of the instruments that measure and send them. Each has its own colour and
 * recipients.
 */
export const alarmFamilies = ['measurement', 'instrument'] as const;
export type AlarmFamily = (typeof alarmFamilies)[number];

/** A parameter of how a kind is detected. */
export interface KindParam {
  usual: number;
  min: number;
  max: number;
  /** Names its word. */
  unit: 'minutes' | 'hours' | 'times' | 'percent' | 'volts' | 'km';
}

interface KindSpec {
  family: AlarmFamily;
  /** Null: set by its rules. */
  level: 'warning' | 'alarm' | null;
  params: Readonly<Record<string, KindParam>>;
}

const minutes = (usual: number, min: number, max: number): KindParam => ({
  usual,
  min,
  max,
  unit: 'minutes',
});
const hours = (usual: number): KindParam => ({ usual, min: 1, max: 240, unit: 'hours' });
const times = (usual: number): KindParam => ({ usual, min: 1, max: 100, unit: 'times' });

/** All kinds of alarms, with defaults that work. */
export const alarmKinds = {
  /** Beyond a limit of the alarm standards. The likely cause considers stations within `radius`. */
  over_standard: {
    family: 'measurement',
    level: null,
    params: { neighbour_km: { usual: 30, min: 1, max: 200, unit: 'km' } },
  },
  /** Offline: silent for three uploads and at least five minutes, and at least `after` minutes. */
  offline: { family: 'instrument', level: 'alarm', params: { after: minutes(0, 0, 10_080) } },
  /** Online, but without a value of a reported factor for this many consecutive hours. */
  missing: { family: 'instrument', level: 'warning', params: { hours: hours(3) } },
  /** Constant value, with separate patience for gases and others, particles, and water, which changes slowly. */
  constant: {
    family: 'instrument',
    level: 'warning',
    params: { hours: hours(6), particle_hours: hours(4), water_hours: hours(24) },
  },
  /** Zero or below, this many times in a row. */
  zero: { family: 'instrument', level: 'warning', params: { times: times(3) } },
  /** Differs from the previous value by more than this percentage, of that value and of the limit. */
  jump: {
    family: 'instrument',
    level: 'warning',
    params: {
      percent: { usual: 300, min: 10, max: 10_000, unit: 'percent' },
      least_percent: { usual: 50, min: 0, max: 1000, unit: 'percent' },
    },
  },
  /** Impossible pairs: PM2.5 above PM10, NO above NOx. */
  pair: {
    family: 'instrument',
    level: 'warning',
    params: { times: times(2), percent: { usual: 5, min: 0, max: 100, unit: 'percent' } },
  },
  /** The device flags its values as invalid. Calibration and maintenance are no fault. */
  flag: { family: 'instrument', level: 'warning', params: { times: times(3) } },
  /** An instrument or a logger reports a fault. */
  fault: { family: 'instrument', level: 'alarm', params: {} },
  door: { family: 'instrument', level: 'warning', params: {} },
  /** Below this voltage: stations on mains, stations on battery. */
  low_power: {
    family: 'instrument',
    level: 'warning',
    params: {
      mains: { usual: 190, min: 1, max: 500, unit: 'volts' },
      battery: { usual: 11.5, min: 1, max: 100, unit: 'volts' },
    },
  },
  /** The station's clock differs from ours. */
  clock_drift: { family: 'instrument', level: 'warning', params: { after: minutes(10, 1, DAY_MINUTES) } },
  /** Low disk space where the platform keeps its data. */
  disk: { family: 'instrument', level: 'alarm', params: {} },
} as const satisfies Record<string, KindSpec>;

export type AlarmKind = keyof typeof alarmKinds;
export const alarmKindNames = Object.keys(alarmKinds) as [AlarmKind, ...AlarmKind[]];

export function kindSpec(kind: AlarmKind): KindSpec {
  return alarmKinds[kind];
}

/** The parameters of a kind, with defaults for those not set. */
export function kindParams(
  kind: AlarmKind,
  said: Readonly<Record<string, number>> = {},
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(kindSpec(kind).params).map(([name, { usual }]) => [name, said[name] ?? usual]),
  );
}

/** Likely causes of a measurement alarm. */
export const alarmCauses = ['regional', 'local', 'instrument'] as const;
export type AlarmCause = (typeof alarmCauses)[number];
