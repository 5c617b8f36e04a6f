import { type Averaging, type Member, type Summary, summarise } from '#shared/domain/averaging.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { counts, isValid } from '#shared/domain/validity.ts';

/**
 * m manual · r reviewed · d sent by the device · computed from: n minutes, t real-time values, h hours, y days, v
 * simulated values
 */
export type Source = 'm' | 'r' | 'd' | ComputedFrom;
export type ComputedFrom = 'n' | 't' | 'h' | 'y' | 'v';

/** The effective value of a factor in a bucket. */
export interface Effective extends Summary {
  expected: number;
  origin: Source;
  flag: string;
}

/** All values of a factor in a bucket, from which the effective one is chosen. */
export interface Known {
  /** A value sent or entered for this very period. */
  own?: Effective;
  members: Partial<Record<ComputedFrom, Member[]>>;
  /** The stored sum. It stays when the values it was computed from have been deleted by retention. */
  kept?: Effective;
}

/** Order of preference: the first source that has a value is used. */
const preference: Record<Level, readonly Source[]> = {
  hour: ['m', 'r', 'd', 'n', 't'],
  day: ['m', 'r', 'h', 'd'],
  month: ['y'],
};

export function effectiveOf(
  level: Level,
  { own, members, kept }: Known,
  averaging: Averaging,
  expected: Record<ComputedFrom, number>,
): Effective | undefined {
  let first: Effective | undefined;
  for (const source of preference[level]) {
    const candidate = own?.origin === source ? own : computed(source);
    // A day computed from too few hours does not replace a valid day sent by the device.
    if (candidate && source === 'h' && own?.valid && !isValid('day', candidate)) return own;
    if (candidate && candidate.value !== null) return candidate;
    first ??= candidate;
  }
  // Simulated values are used only if there never was anything else.
  return first ?? (kept?.origin === 'v' ? undefined : kept) ?? computed('v') ?? kept;

  function computed(source: Source): Effective | undefined {
    if (source === 'm' || source === 'r' || source === 'd') return undefined;
    const values = members[source];
    return (
      values && { ...summarise(values, averaging), expected: expected[source], origin: source, flag: '' }
    );
  }
}

/** A value sent for the whole period: one value of one expected, valid if its flag counts. */
export function ownValue(
  { value, min, max, cou }: Pick<Summary, 'value' | 'min' | 'max' | 'cou'>,
  flag: string,
  origin: string,
  counting?: ReadonlySet<string>,
): Effective {
  const valid = value !== null && counts(flag, origin, counting) ? 1 : 0;
  const source = origin === 'm' || origin === 'r' ? origin : 'd';
  return { value, min, max, cou, n: 1, valid, expected: 1, origin: source, flag };
}
