import { arrayText } from '#server/db/arrays.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import type { SeriesConfig } from '#server/series/config.ts';
import type { Selection } from '#server/series/store.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { HOUR_SECONDS } from '#shared/domain/time-units.ts';
import { neededOf, neededValues } from '#shared/domain/validity.ts';
import { within } from './cut.ts';
import { valueRanges } from './value-range.ts';

/**
 * The chosen factors as columns: `v0`, `v1` … valid values; `d0`, `d1` … doubtful ones; `m0`, `m1` … valid ones, with
 * minus infinity for doubtful ones; `a0`, `a1` … the values as sent, and `c0`, `c1` … whether they are valid.
 */
export interface Selected {
  /** The start of the statement (CTEs). */
  head: Sql;
  /** Rows of `site_id`, `ts` and the columns. */
  rows: Sql;
  /** The value that is used in place of a valid one as sent, or of the lowest or highest of several. */
  used(i: number, value: Sql): Sql;
}

export type Needs = Pick<SeriesConfig, 'waterNeeds' | 'valueRules'>;

/** Only the wanted columns: checking whether a value is valid takes longer than reading it. */
export async function selected(
  config: Needs,
  selection: Selection,
  wanted = [counted, doubtful],
): Promise<Selected> {
  const { kind, fids, counting } = selection;
  const isSent = kind === 'realtime' || kind === 'minute';
  const water = await neededOfWater(config, selection);
  // Sums of hours and longer are made of valid values only.
  const ranges = isSent ? await valueRanges(config, selection.site_ids, fids) : [];
  const places = fids.map((fid, i) => sql`array_position(fids, ${fid}::smallint) as ${place(i)}`);
  const columns = fids.flatMap((_, i) => {
    const value = sql`r.${sent(i)}`;
    const range = ranges[i];
    const isCounting = range
      ? sql`(${flagCounts(place(i))}) and ${range.isWithin(value)}`
      : covers(kind as Level, place(i), water.size > 0);
    const used = range ? range.counted(value) : value;
    return wanted.map((name) => {
      switch (name) {
        case sent:
          return sql`${value} as ${sent(i)}`;
        case counts:
          return sql`(${isCounting}) as ${counts(i)}`;
        case marked:
          return sql`case when ${isCounting} then ${used}
                          when ${value} is not null then '-infinity'::real end as ${marked(i)}`;
        case doubtful:
          return sql`case when not (${isCounting}) then ${value} end as ${doubtful(i)}`;
        default:
          return sql`case when ${isCounting} then ${used} end as ${counted(i)}`;
      }
    });
  });
  const flags = isSent
    ? sql`, counting as materialized (
        select site_id, flags::text[] as flags
          from unnest(${[...counting.keys()]}::integer[],
                      ${[...counting.values()].map((set) => arrayText([...set]))}::text[]) as c (site_id, flags))`
    : sql``;
  const decidedBy = isSent
    ? sql`s.flags, s.origins, c.flags as counting_flags`
    : sql`s.expected, s.valid ${water.size > 0 ? sql`, water.needed` : sql``}`;
  return {
    // The index of a factor is looked up once per factor set, not per row.
    head: sql`with place as materialized (
        select set_id, ${join(places)} from factor_set where fids && ${fids}::smallint[])${flags}`,
    // `offset 0`, so that a value is taken out of its array once and its validity is checked once, however often the
    // columns are used.
    rows: sql`(
        select r.site_id, r.ts, ${join(columns)}
          from (select s.site_id, s.ts, ${decidedBy}, ${join(
            fids.map((_, i) => sql`w.${place(i)}, s.avg[w.${place(i)}] as ${sent(i)}`),
          )}
                  from (select * from ${identifier(`${isSent ? 'reading' : 'rollup'}_${kind}`)}
                         where ${within(selection)}) s
                  join place w using (set_id) ${isSent ? sql`join counting c using (site_id)` : needsJoin(water)}
                offset 0) r
        offset 0) v`,
    used: (i, value) => ranges[i]?.counted(value) ?? value,
  };
}

const place = (i: number) => identifier(`p${i}`);
export const sent = (i: number) => identifier(`a${i}`);
export const counts = (i: number) => identifier(`c${i}`);
export const counted = (i: number) => identifier(`v${i}`);
export const doubtful = (i: number) => identifier(`d${i}`);
export const marked = (i: number) => identifier(`m${i}`);

/** SQL form of `counts` in shared/domain/validity.ts, for a row of readings. */
function flagCounts(at: Sql): Sql {
  return sql`r.flags is null or r.flags[r.${at}] = any(r.counting_flags)
             or (r.flags[r.${at}] = 'S' and substr(coalesce(r.origins, ''), r.${at}, 1) = 'r')`;
}

/** An hour has 3600 seconds, so no period is made of more values. */
const MOST = HOUR_SECONDS;

/**
 * SQL form of `isValid` in shared/domain/validity.ts, for a row of roll-ups: the needed number is looked up by the
 * expected one.
 */
function covers(level: Level, at: Sql, hasWater: boolean): Sql {
  const needed = Array.from({ length: MOST }, (_, i) => neededValues[level](i + 1));
  const share = sql`(${arrayText(needed)}::smallint[])[coalesce(r.expected[r.${at}], 1)]`;
  return sql`coalesce(r.valid[r.${at}], 1) >= ${hasWater ? sql`coalesce(r.needed, ${share})` : share}`;
}

/** Values that a day or month of each water station needs; air stations go by percentages. */
async function neededOfWater(
  config: Needs,
  { kind, site_ids }: Selection,
): Promise<ReadonlyMap<number, number>> {
  if (kind !== 'day' && kind !== 'month') return new Map();
  const needs = await config.waterNeeds(site_ids);
  return new Map([...needs].map(([site_id, water]) => [site_id, neededOf(kind, { expected: 0, water })]));
}

function needsJoin(water: ReadonlyMap<number, number>): Sql {
  if (water.size === 0) return sql``;
  return sql`left join unnest(${[...water.keys()]}::integer[], ${[...water.values()]}::integer[])
                  as water (site_id, needed) using (site_id)`;
}
