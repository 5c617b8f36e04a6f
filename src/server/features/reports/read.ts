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
  /** National code; of a derived factor that of the one it is made from. */
  code: string | null;
  /** Of single values, which no standard rounds. */
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
  /** Seconds between two values of a factor. */
  intervalOf(fid: number): number;
  /** Which values of a factor count. */
  ruleOf(fid: number): ValueRule;
  water_quality_type: WaterBody | null;
  /** The class that a section is meant to have. */
  water_pollution_level: number | null;
  /** Which items make the class of such water. */
  choice: SectionChoice;
  /** Of water: what its months and years need. */
  water: WaterNeeds | undefined;
  /** What it is set up to measure. */
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

/** What holds of each period. A month of water that is not over is evaluated with the days that it has. */
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

/** A factor without what only judging needs to know of it. */
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
 * In the order of tables. Where a car or a boat is has no place in a report. What GB 3095 limits has the decimals that
 * the standard rounds it to.
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
