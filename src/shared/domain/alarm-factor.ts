import type { AlarmKind } from './alarm-kinds.ts';

/** What decides which faults are looked for in the values of a factor. */
export interface CheckedFactor {
  /** National code. */
  code: string | null;
  category: string;
}

/** Part and whole by national code; the part cannot exceed the whole. */
const pairs = [
  ['a34004', 'a34002'],
  ['a21003', 'a21002'],
] as const;

/** The code of the whole that a factor is part of. */
export function wholeOf(code: string | null): string | undefined {
  return pairs.find(([part]) => part === code)?.[1];
}

const particles: readonly (string | null)[] = ['a34002', 'a34004', 'a34001', 'a34005'];

/** The parameter that says how long a value may stay constant. */
export function patienceOf({ code, category }: CheckedFactor): 'hours' | 'particle_hours' | 'water_hours' {
  if (category === 'water') return 'water_hours';
  return particles.includes(code) ? 'particle_hours' : 'hours';
}

/** Weather and station status may well be constant or zero. */
export function isJudgedByHours({ category }: CheckedFactor): boolean {
  return category === 'air' || category === 'water';
}

/** Kinds that concern the values of a factor; all others concern a station or the platform. */
const ofFactors: readonly AlarmKind[] = [
  'over_standard',
  'missing',
  'constant',
  'zero',
  'jump',
  'pair',
  'flag',
];

export const isOfFactor = (kind: AlarmKind): boolean => ofFactors.includes(kind);

/** Whether a kind is looked for in a factor's values. */
export function isLookedFor(kind: AlarmKind, factor: CheckedFactor): boolean {
  if (!isOfFactor(kind)) return false;
  if (kind === 'pair') return wholeOf(factor.code) !== undefined;
  return kind === 'constant' || kind === 'zero' || kind === 'jump' ? isJudgedByHours(factor) : true;
}

/** Whether a parameter of a kind applies to this factor. */
export function isParamOf(kind: AlarmKind, param: string, factor: CheckedFactor): boolean {
  return kind !== 'constant' || param === patienceOf(factor);
}
