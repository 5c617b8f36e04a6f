import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type Derivation, type Derived, derivedOf } from '#server/series/derived.ts';
import { type ComputedFrom, type Effective, effectiveOf, type Known } from '#server/series/effective.ts';
import { intervalsOf } from '#server/series/intervals.ts';
import { valueRulesOf } from '#server/series/value-rules.ts';
import { waterNeedsOf } from '#server/series/water-needs.ts';
import type { Averaging } from '#shared/domain/averaging.ts';
import { bucketEnd, type Level } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { countingFlags, expectedHours, expectedMinutes, expectedRealtime } from '#shared/domain/validity.ts';
import type { FactorSets } from './factor-sets.ts';
import type { SiteBucket } from './marks.ts';
import { type EnterRules, gather } from './members.ts';
import type { RollupRow } from './rollup-rows.ts';

/** What holds of these buckets, computed anew from all that is stored of them. One without anything has no row. */
export async function sumsOf(
  db: Db,
  sets: FactorSets,
  level: Level,
  buckets: readonly SiteBucket[],
): Promise<RollupRow[]> {
  if (buckets.length === 0) return [];
  const averagings = await averagingsOf(db);
  const derived = level === 'day' ? await derivedFactors(db) : [];
  const sites = await sitesOf(db, buckets);
  const rulesOf = (site_id: number) => sites.get(site_id) ?? { counting: countingFlags() };
  const ruleOf = await valueRulesOf(db, [...sites.keys()]);
  const gathered = await gather(db, sets, level, buckets, rulesOf, ruleOf);
  return gathered.flatMap(({ site_id, bucket, factors, minutes }) => {
    if (factors.size === 0) return [];
    const hours = Math.round((bucketEnd(level, bucket).getTime() - bucket.getTime()) / HOUR_MS);
    const inMinutes = expectedMinutes(minutes);
    const expectedOf = (fid: number): Record<ComputedFrom, number> => {
      const interval = sites.get(site_id)?.intervalOf(fid) ?? 60;
      return {
        t: expectedRealtime(interval),
        n: inMinutes,
        h: expectedHours(hours, interval),
        y: Math.round(hours / 24),
        v: simulatedIn[level](hours),
      };
    };
    const sent = [...factors].map(([fid, known]) => ({
      fid,
      value: effectiveOf(level, known, averagings.get(fid) ?? 'mean', expectedOf(fid)),
    }));
    const made = derived.map(({ fid, from, derivation }) => ({
      fid,
      value: derivedFrom(derivation, bucket, factors.get(from)?.members),
    }));
    const held = [...sent, ...made]
      .flatMap(({ fid, value }) => (value ? [{ fid, value }] : []))
      .sort((a, b) => a.fid - b.fid);
    return { site_id, bucket, fids: held.map(({ fid }) => fid), values: held.map(({ value }) => value) };
  });
}

/** Each minute is simulated, whatever the station's own interval. */
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

async function averagingsOf(db: Db): Promise<Map<number, Averaging>> {
  const rows = await db.rows<{ fid: number; averaging: Averaging }>(sql`
    select component_id as fid, averaging from component where averaging <> 'mean'`);
  return new Map(rows.map(({ fid, averaging }) => [fid, averaging]));
}

function derivedFactors(db: Db): Promise<Derived[]> {
  return db.rows<Derived>(sql`
    select component_id as fid, derived_from as "from", derivation from component where derived_from is not null`);
}

interface SiteRules extends EnterRules {
  /** Seconds between two values of a factor. */
  intervalOf(fid: number): number;
}

async function sitesOf(db: Db, buckets: readonly SiteBucket[]): Promise<Map<number, SiteRules>> {
  const site_ids = [...new Set(buckets.map(({ site_id }) => site_id))];
  const rows = await db.rows<{ site_id: number; besides: string[] }>(sql`
    select s.site_id, coalesce(p.counting_flags, '{}') as besides
      from site s left join product_line p using (product_id)
     where s.site_id = any(${site_ids})`);
  const intervals = await intervalsOf(db, site_ids);
  const water = await waterNeedsOf(db, site_ids);
  return new Map(
    rows.map(({ site_id, besides }) => [
      site_id,
      {
        intervalOf: (fid) => intervals(site_id, fid),
        counting: countingFlags(besides),
        water: water.get(site_id),
      },
    ]),
  );
}
