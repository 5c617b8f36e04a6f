import { mean } from './statistics.ts';
import { circularMean } from './wind.ts';

/** How values are combined: mean, vector mean of directions, or the last one (positions). */
export type Averaging = 'mean' | 'circular' | 'last';

/** One value of a longer period. */
export interface Member {
  /** Milliseconds since 1970; only used by `last`. */
  at: number;
  value: number | null;
  min: number | null;
  max: number | null;
  /** The amount during the period, such as water volume. */
  cou: number | null;
  /** Whether it enters averages, extremes and totals. */
  counts: boolean;
}

export interface Summary {
  value: number | null;
  min: number | null;
  max: number | null;
  cou: number | null;
  /** Members that arrived, with or without a value. */
  n: number;
  /** Members with a valid value. */
  valid: number;
}

/**
 * A device that sent the item without a value has reported: that is one member that arrived and no valid one.
 *
 * One pass without intermediate lists: this runs for each factor of each station at the end of an hour.
 */
export function summarise(members: readonly Member[], averaging: Averaging): Summary {
  // Directions and positions have no minimum and maximum.
  const hasRange = averaging === 'mean';
  const valued: Valued[] = [];
  let min: number | null = null;
  let max: number | null = null;
  let cou: number | null = null;
  for (const member of members) {
    if (!member.counts) continue;
    if (member.cou !== null) cou = (cou ?? 0) + member.cou;
    if (!isValued(member)) continue;
    valued.push(member);
    if (!hasRange) continue;
    min = Math.min(min ?? Number.POSITIVE_INFINITY, member.min ?? member.value);
    max = Math.max(max ?? Number.NEGATIVE_INFINITY, member.max ?? member.value);
  }
  return { value: average(valued, averaging), min, max, cou, n: members.length, valid: valued.length };
}

type Valued = Member & { value: number };

const isValued = (member: Member): member is Valued => member.value !== null;

function average(members: readonly Valued[], averaging: Averaging): number | null {
  if (members.length === 0) return null;
  switch (averaging) {
    case 'mean':
      return mean(members.map(({ value }) => value));
    case 'circular':
      return circularMean(members.map(({ value }) => value)) ?? null;
    case 'last':
      return members.reduce((last, member) => (member.at >= last.at ? member : last)).value;
  }
}
