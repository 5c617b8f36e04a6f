import { type Sql, sql } from '#server/db/sql.ts';
import type { SeriesConfig } from '#server/series/config.ts';
import type { ValueRule } from '#shared/domain/validity.ts';

/** SQL form of `countedValue` in shared/domain/validity.ts, for the values of a factor. */
export interface ValueRange {
  isWithin(value: Sql): Sql;
  /** Null stays null. */
  counted(value: Sql): Sql;
}

/** One range per factor, for rows that have a `site_id`: a constant if all sites have the same rule, otherwise looked up by site. */
export async function valueRanges(
  config: Pick<SeriesConfig, 'valueRules'>,
  site_ids: readonly number[],
  fids: readonly number[],
): Promise<ValueRange[]> {
  const ruleOf = await config.valueRules(site_ids);
  return fids.map((fid) => {
    const rules = site_ids.map((site_id) => ruleOf(site_id, fid));
    const [first] = rules;
    if (!first || rules.every((rule) => rule === first)) return rangeOf(first);
    const bySite = (of: (rule: ValueRule) => number) =>
      sql`(${rules.map(of)}::real[])[array_position(${[...site_ids]}::integer[], site_id)]`;
    return rangeBy(bySite(lowOf), bySite(highOf), bySite(detectionOf));
  });
}

const lowOf = ({ min }: ValueRule) => min ?? Number.NEGATIVE_INFINITY;
const highOf = ({ max }: ValueRule) => max ?? Number.POSITIVE_INFINITY;
/** Values below the detection limit can drift negative only where the range begins at zero. */
const detectionOf = ({ min, detection }: ValueRule) => (min === 0 ? detection : 0);

function rangeOf(rule: ValueRule | undefined): ValueRange {
  if (!rule || (rule.min === null && rule.max === null))
    return { isWithin: () => sql`true`, counted: (value) => value };
  return rangeBy(sql`${lowOf(rule)}::real`, sql`${highOf(rule)}::real`, sql`${detectionOf(rule)}::real`);
}

function rangeBy(low: Sql, high: Sql, detection: Sql): ValueRange {
  return {
    isWithin: (value) => sql`${value} between ${low} - ${detection} and ${high}`,
    counted: (value) => sql`case when ${value} < ${low} then ${low} else ${value} end`,
  };
}
