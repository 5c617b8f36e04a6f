import { mean } from './statistics.ts';
import { circularMean } from './wind.ts';

/** How the values of a period become one: directions are averaged as vectors, positions keep the last. */
export type Averaging = 'mean' | 'circular' | 'last';

/** One value on its way into a longer period. */
export interface Member {
  /** Milliseconds; only the last needs it. */
  at: number;
  value: number | null;
  min: number | null;
  max: number | null;
  /** The amount that passed during it, e.g. of water. */
  cou: number | null;
  /** Whether it enters averages, extremes and totals. */
  counts: boolean;
}

export interface Summary {
  value: number | null;
  min: number | null;
  max: number | null;
  cou: number | null;
  /** Members that came, with or without a value. */
  n: number;
  /** Those with a value that counts. */
  valid: number;
}

/**
 * A device that has the item but no value for it has spoken: that is one member that came and none that is valid.
 *
 * In one pass, without lists in between: when an hour ends, this is done for each factor of each station.
 */
export function summarise(members: readonly Member[], averaging: Averaging): Summary {
  // Between which directions or places it lay is no question of less and more.
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
