import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Derivation } from '#server/series/derived.ts';
import { intervalsOf } from '#server/series/intervals.ts';
import type { BucketRow, BucketsQuestion } from '#server/series/store.ts';
import { valueRulesOf } from '#server/series/value-rules.ts';
import { waterNeedsOf } from '#server/series/water-needs.ts';
import { waterChoices } from '#server/standards/water-choice.ts';
import type { FactorColumn } from '#shared/contract/readings/readings.ts';
import { standardPlaces } from '#shared/domain/air-limits.ts';
import type { Averaging } from '#shared/domain/averaging.ts';
import { isRunning } from '#shared/domain/buckets.ts';
import type { ValueRule, WaterNeeds } from '#shared/domain/validity.ts';
import type { WaterBody } from '#shared/domain/water-items.ts';
import type { SectionChoice } from '#shared/domain/water-section.ts';

export interface ReportedFactor extends FactorColumn {
  /** National code; for derived factors that of the source factor. */
  code: string | null;
  /** Decimals of single values, which no standard rounds. */
  free_decimals: number;
  averaging: Averaging;
  derivation: Derivation | null;
  derived_from: number | null;
}

export interface ReportedSite {
  site_id: number;
  site_name: string;
  mn: string;
  site_type: 'air' | 'water' | 'mobile';
  virtual_data: boolean;
  /** Seconds between two values. */
  intervalOf(fid: number): number;
  ruleOf(fid: number): ValueRule;
  water_quality_type: WaterBody | null;
  /** The target class of the section. */
  water_pollution_level: number | null;
  /** The items that determine the water class. */
  choice: SectionChoice;
  /** Validity requirements for months and years of water; undefined for air. */
  water: WaterNeeds | undefined;
  /** The configured factors. */
  component_ids: number[];
}

export async function reportedSites(db: Db, site_ids: readonly number[]): Promise<ReportedSite[]> {
  const choices = await waterChoices(db);
  const sites = await db.rows<Omit<ReportedSite, 'choice' | 'intervalOf' | 'ruleOf' | 'water'>>(sql`
    select s.site_id, s.site_name, s.mn, s.site_type, s.virtual_data, s.water_quality_type,
           s.water_pollution_level,
           array(select d.component_id::integer from device_factor d where d.site_id = s.site_id) as component_ids
      from site s where s.site_id = any(${[...site_ids]})
     order by s.site_name collate "zh-x-icu", s.site_id`);
  const intervalOf = await intervalsOf(db, site_ids);
  const ruleOf = await valueRulesOf(db, site_ids);
  const waterOf = await waterNeedsOf(db, site_ids);
  return sites.map((site) => ({
    ...site,
    intervalOf: (fid) => intervalOf(site.site_id, fid),
    ruleOf: (fid) => ruleOf(site.site_id, fid),
    choice: choices[site.water_quality_type ?? 'river'],
    water: waterOf.get(site.site_id),
  }));
}

/** The rows of the periods. An unfinished month of water needs only one day to be valid. */
export async function reportedRows(
  { series, now }: Pick<Ctx, 'series' | 'now'>,
  question: BucketsQuestion,
): Promise<BucketRow[]> {
  const rows = await series.buckets(question);
  if (question.level !== 'month') return rows;
  return rows.map((row) =>
    row.water && isRunning('month', new Date(row.ts), now())
      ? { ...row, water: { ...row.water, month_days: 1 } }
      : row,
  );
}

/** Removes the fields that are only used for evaluation. */
export function columnOf({
  code: _code,
  free_decimals: _free,
  averaging: _averaging,
  derivation: _derivation,
  derived_from: _from,
  ...column
}: ReportedFactor): FactorColumn {
  return column;
}

/**
 * In table order, without positions of mobile sites. Factors with a limit in GB 3095 have the decimals of the standard.
 */
export async function reportedFactors(db: Db): Promise<ReportedFactor[]> {
  const factors = await db.rows<ReportedFactor>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.decimals, c.decimals as free_decimals,
           c.averaging, c.derivation, c.derived_from, coalesce(o.code_2017, c.code_2017) as code
      from component c left join component o on o.component_id = c.derived_from
     where c.category <> 'position'
     order by c.sort, c.component_id`);
  return factors.map((factor) => ({
    ...factor,
    decimals: standardPlaces(factor.code, factor.unit) ?? factor.decimals,
  }));
}
