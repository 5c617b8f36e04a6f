import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Averaging } from '#shared/domain/averaging.ts';
import { countingFlags, type WaterNeeds } from '#shared/domain/validity.ts';
import { countingOf } from './counting.ts';
import type { Derived } from './derived.ts';
import { intervalsOf } from './intervals.ts';
import { type Ranges, rangesOf, type ValueRules, valueRulesOf } from './value-rules.ts';
import { waterNeedsOf } from './water-needs.ts';

/**
 * Settings kept elsewhere that roll-ups and queries depend on. They are passed in, because an engine need not be in the
 * database that has the settings.
 */
export interface SeriesConfig {
  /** How values of these sites are summed. */
  sumRules(site_ids: readonly number[]): Promise<SumRules>;
  /** The requirements for valid days and months of the water stations among these sites. */
  waterNeeds(site_ids: readonly number[]): Promise<ReadonlyMap<number, WaterNeeds>>;
  /** The value ranges at these sites. */
  valueRules(site_ids: readonly number[]): Promise<ValueRules>;
  /** The sites among these that have virtual data switched on. */
  simulated(site_ids: readonly number[]): Promise<ReadonlySet<number>>;
}

export interface SumRules {
  averagingOf(fid: number): Averaging;
  /** Factors that no device sends. */
  derived: readonly Derived[];
  ranges: Ranges;
  siteOf(site_id: number): SiteRules;
}

export interface SiteRules {
  /** Flags that count as valid. */
  counting: ReadonlySet<string>;
  /** Only for a water station. */
  water?: WaterNeeds | undefined;
  /** Sampling interval of a factor, in seconds. */
  intervalOf(fid: number): number;
}

/** The configuration in the platform's own database. */
export function configFrom(db: Db): SeriesConfig {
  return {
    sumRules: (site_ids) => sumRulesOf(db, site_ids),
    waterNeeds: (site_ids) => waterNeedsOf(db, site_ids),
    valueRules: (site_ids) => valueRulesOf(db, site_ids),
    simulated: async (site_ids) => {
      const rows = await db.rows<{ site_id: number }>(sql`
        select site_id from site where virtual_data and site_id = any(${[...site_ids]})`);
      return new Set(rows.map(({ site_id }) => site_id));
    },
  };
}

async function sumRulesOf(db: Db, site_ids: readonly number[]): Promise<SumRules> {
  const factors = await db.rows<{ fid: number; averaging: Averaging }>(sql`
    select component_id as fid, averaging from component where averaging <> 'mean'`);
  const derived = await db.rows<Derived>(sql`
    select component_id as fid, derived_from as "from", derivation from component where derived_from is not null`);
  const countings = await countingOf(db, site_ids);
  const [intervals, water] = [await intervalsOf(db, site_ids), await waterNeedsOf(db, site_ids)];
  const averagings = new Map(factors.map(({ fid, averaging }) => [fid, averaging]));
  const rulesOf = (site_id: number, counting = countingFlags()): SiteRules => ({
    counting,
    water: water.get(site_id),
    intervalOf: (fid) => intervals(site_id, fid),
  });
  const ofSite = new Map([...countings].map(([site_id, counting]) => [site_id, rulesOf(site_id, counting)]));
  return {
    averagingOf: (fid) => averagings.get(fid) ?? 'mean',
    derived,
    ranges: await rangesOf(db, site_ids),
    siteOf: (site_id) => ofSite.get(site_id) ?? rulesOf(site_id),
  };
}
