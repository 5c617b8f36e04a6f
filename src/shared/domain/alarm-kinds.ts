import { DAY_MINUTES } from './time-units.ts';
/** Values that are wrong, and what is wrong with what measures and sends them. Each has its colour and its readers. */
export const alarmFamilies = ['measurement', 'instrument'] as const;
export type AlarmFamily = (typeof alarmFamilies)[number];

/** A number that a kind is found by. */
export interface KindParam {
  usual: number;
  min: number;
  max: number;
  /** Names its word. */
  unit: 'minutes' | 'hours' | 'times' | 'percent' | 'volts' | 'km';
}

interface KindSpec {
  family: AlarmFamily;
  /** Null: its rules say it. */
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

/** What can be wrong. What a newcomer leaves as it is works. */
export const alarmKinds = {
  /** Beyond a limit of the alarm standards. Its likely cause is judged by the stations so near. */
  over_standard: {
    family: 'measurement',
    level: null,
    params: { neighbour_km: { usual: 30, min: 1, max: 200, unit: 'km' } },
  },
  /** Silent for longer than three uploads and five minutes; no sooner than after so many minutes. */
  offline: { family: 'instrument', level: 'alarm', params: { after: minutes(0, 0, 10_080) } },
  /** On the line, but so many hours after one another have no value of a factor that the site reports. */
  missing: { family: 'instrument', level: 'warning', params: { hours: hours(3) } },
  /** The very same value all the time. Gases and others, particles, and water, which changes slowly. */
  constant: {
    family: 'instrument',
    level: 'warning',
    params: { hours: hours(6), particle_hours: hours(4), water_hours: hours(24) },
  },
  /** Zero or below, so many values after one another. */
  zero: { family: 'instrument', level: 'warning', params: { times: times(3) } },
  /** More than so many percent away from the value before, of that value and of the limit. */
  jump: {
    family: 'instrument',
    level: 'warning',
    params: {
      percent: { usual: 300, min: 10, max: 10_000, unit: 'percent' },
      least_percent: { usual: 50, min: 0, max: 1000, unit: 'percent' },
    },
  },
  /** What cannot be: PM2.5 above PM10, NO above NOx. */
  pair: {
    family: 'instrument',
    level: 'warning',
    params: { times: times(2), percent: { usual: 5, min: 0, max: 100, unit: 'percent' } },
  },
  /** The device itself marks its values as not valid. Calibration and maintenance are no fault. */
  flag: { family: 'instrument', level: 'warning', params: { times: times(3) } },
  /** An instrument or a logger says that it does not work. */
  fault: { family: 'instrument', level: 'alarm', params: {} },
  door: { family: 'instrument', level: 'warning', params: {} },
  /** Below so many volts: of stations on the mains, and on a battery. */
  low_power: {
    family: 'instrument',
    level: 'warning',
    params: {
      mains: { usual: 190, min: 1, max: 500, unit: 'volts' },
      battery: { usual: 11.5, min: 1, max: 100, unit: 'volts' },
    },
  },
  /** The station's clock and ours differ. */
  clock_drift: { family: 'instrument', level: 'warning', params: { after: minutes(10, 1, DAY_MINUTES) } },
  /** Space runs short where the platform keeps its data. */
  disk: { family: 'instrument', level: 'alarm', params: {} },
} as const satisfies Record<string, KindSpec>;

export type AlarmKind = keyof typeof alarmKinds;
export const alarmKindNames = Object.keys(alarmKinds) as [AlarmKind, ...AlarmKind[]];

export function kindSpec(kind: AlarmKind): KindSpec {
  return alarmKinds[kind];
}

/** The parameters of a kind, with what is usual where nothing is said. */
export function kindParams(
  kind: AlarmKind,
  said: Readonly<Record<string, number>> = {},
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(kindSpec(kind).params).map(([name, { usual }]) => [name, said[name] ?? usual]),
  );
}

/** What a measurement alarm probably is. */
export const alarmCauses = ['regional', 'local', 'instrument'] as const;
export type AlarmCause = (typeof alarmCauses)[number];
