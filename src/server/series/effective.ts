import { type Averaging, type Member, type Summary, summarise } from '#shared/domain/averaging.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { counts, isValid } from '#shared/domain/validity.ts';

/**
 * m manual · r reviewed · d the device's own · computed from n minutes, t real-time values, h hours, y days ·
 * v computed from simulated ones
 */
export type Source = 'm' | 'r' | 'd' | ComputedFrom;
export type ComputedFrom = 'n' | 't' | 'h' | 'y' | 'v';

/** The value that holds of a factor in a bucket. */
export interface Effective extends Summary {
  expected: number;
  origin: Source;
  flag: string;
}

/** All that is known of a factor in a bucket. */
export interface Known {
  /** What the device, or a person, says of this very period. */
  own?: Effective;
  members: Partial<Record<ComputedFrom, Member[]>>;
  /** What was computed before: it stays when the values it came from have since been dropped as too old. */
  kept?: Effective;
}

/** Which of them stands for the period: the first that has a value. */
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
    // A day of too few hours does not displace the device's own.
    if (candidate && source === 'h' && own?.valid && !isValid('day', candidate)) return own;
    if (candidate && candidate.value !== null) return candidate;
    first ??= candidate;
  }
  // Simulated values stand only where nothing else ever did.
  return first ?? (kept?.origin === 'v' ? undefined : kept) ?? computed('v') ?? kept;

  function computed(source: Source): Effective | undefined {
    if (source === 'm' || source === 'r' || source === 'd') return undefined;
    const values = members[source];
    return (
      values && { ...summarise(values, averaging), expected: expected[source], origin: source, flag: '' }
    );
  }
}

/** A value said of the whole period: one came where one was expected, and it is valid when its flag counts. */
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
