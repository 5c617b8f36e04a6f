import { bucketEnd, type Level } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { expectedHours, expectedMinutes, expectedRealtime } from '#shared/domain/validity.ts';
import type { SumRules } from './config.ts';
import { type Derivation, derivedOf } from './derived.ts';
import { type ComputedFrom, type Effective, effectiveOf, type Known } from './effective.ts';
import type { Gathered, SiteBucket } from './gathered.ts';

/** The effective values of a site's bucket; `values` runs parallel to `fids`. */
export interface Sum extends SiteBucket {
  fids: number[];
  values: Effective[];
}

/** Computes a bucket; undefined if there is nothing to compute it from. */
export function sumOf(
  level: Level,
  { site_id, bucket, factors, minutes }: Gathered,
  rules: SumRules,
): Sum | undefined {
  if (factors.size === 0) return undefined;
  const hours = Math.round((bucketEnd(level, bucket).getTime() - bucket.getTime()) / HOUR_MS);
  const inMinutes = expectedMinutes(minutes);
  const { intervalOf } = rules.siteOf(site_id);
  const expectedOf = (fid: number): Record<ComputedFrom, number> => ({
    t: expectedRealtime(intervalOf(fid)),
    n: inMinutes,
    h: expectedHours(hours, intervalOf(fid)),
    y: Math.round(hours / 24),
    v: simulatedIn[level](hours),
  });
  const sent = [...factors].map(([fid, known]) => ({
    fid,
    value: effectiveOf(level, known, rules.averagingOf(fid), expectedOf(fid)),
  }));
  const made = (level === 'day' ? rules.derived : []).map(({ fid, from, derivation }) => ({
    fid,
    value: derivedFrom(derivation, bucket, factors.get(from)?.members),
  }));
  const held = [...sent, ...made]
    .flatMap(({ fid, value }) => (value ? [{ fid, value }] : []))
    .sort((a, b) => a.fid - b.fid);
  return { site_id, bucket, fids: held.map(({ fid }) => fid), values: held.map(({ value }) => value) };
}

/** Simulation makes one value per minute, whatever the interval of the station. */
const simulatedIn: Record<Level, (hours: number) => number> = {
  hour: () => 60,
  day: (hours) => hours,
  month: (hours) => Math.round(hours / 24),
};

function derivedFrom(
  derivation: Derivation,
  day: Date,
  members: Known['members'] | undefined,
): Effective | undefined {
  const real = derivedOf(derivation, day, members?.h);
  const simulated = real ? undefined : derivedOf(derivation, day, members?.v);
  return simulated ? { ...simulated, origin: 'v' } : real;
}
