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

/** A device that has the item but no value for it has spoken: that is one member that came and none that is valid. */
export function summarise(members: readonly Member[], averaging: Averaging): Summary {
  const counting = members.filter(({ counts }) => counts);
  const valued = counting.filter((member): member is Member & { value: number } => member.value !== null);
  // Between which directions or places it lay is no question of less and more.
  const ranges = averaging === 'mean' ? valued : [];
  const totals = counting.flatMap(({ cou }) => cou ?? []);
  return {
    value: average(valued, averaging),
    min: leastOf(ranges.map(({ value, min }) => min ?? value)),
    max: mostOf(ranges.map(({ value, max }) => max ?? value)),
    cou: totals.length > 0 ? sum(totals) : null,
    n: members.length,
    valid: valued.length,
  };
}

function average(members: readonly { at: number; value: number }[], averaging: Averaging): number | null {
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

// Not by spreading: an hour of values once a second would be 3600 arguments.
function leastOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((least, value) => Math.min(least, value));
}

function mostOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value));
}
