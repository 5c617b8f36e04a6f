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
 * The values of chosen factors as columns: `v0`, `v1` … those that count, `d0`, `d1` … those that do not, `m0`, `m1` …
 * those that count, with minus infinity for those that do not.
 */
export interface Selected {
  /** What a statement on them begins with. */
  head: Sql;
  /** Rows of `site_id`, `ts` and the columns. */
  rows: Sql;
}

export type Needs = Pick<SeriesConfig, 'waterNeeds' | 'valueRules'>;

/** Only those columns that are wanted: whether a value counts takes longer to decide than to find it. */
export async function selected(
  config: Needs,
  selection: Selection,
  wanted = [counted, doubtful],
): Promise<Selected> {
  const { kind, fids, counting } = selection;
  const isSent = kind === 'realtime' || kind === 'minute';
  const water = await neededOfWater(config, selection);
  // Hours and longer are made of values that count.
  const ranges = isSent ? await valueRanges(config, selection.site_ids, fids) : [];
  const places = fids.map((fid, i) => sql`array_position(fids, ${fid}::smallint) as ${place(i)}`);
  const columns = fids.flatMap((_, i) => {
    const value = sql`r.${sent(i)}`;
    const range = ranges[i];
    const isCounting = range
      ? sql`(${flagCounts(place(i))}) and ${range.isWithin(value)}`
      : covers(kind as Level, place(i), water.size > 0);
    return wanted.map((name) => {
      const isMeant = name === doubtful ? sql`not (${isCounting})` : isCounting;
      const other = name === marked ? sql`when ${value} is not null then '-infinity'::real` : sql``;
      const shown = range && name !== doubtful ? range.counted(value) : value;
      return sql`case when ${isMeant} then ${shown} ${other} end as ${name(i)}`;
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
    // Where a factor stands is looked up once for each set of factors, not for each row.
    head: sql`with place as materialized (
        select set_id, ${join(places)} from factor_set where fids && ${fids}::smallint[])${flags}`,
    // `offset 0`, so that a value is taken out of its row once, and whether it counts is decided once, however often its
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
  };
}

const place = (i: number) => identifier(`p${i}`);
const sent = (i: number) => identifier(`a${i}`);
export const counted = (i: number) => identifier(`v${i}`);
export const doubtful = (i: number) => identifier(`d${i}`);
export const marked = (i: number) => identifier(`m${i}`);

/** `counts` of the domain, for a row of readings. */
function flagCounts(at: Sql): Sql {
  return sql`r.flags is null or r.flags[r.${at}] = any(r.counting_flags)
             or (r.flags[r.${at}] = 'S' and substr(coalesce(r.origins, ''), r.${at}, 1) = 'r')`;
}

/** No period is made of more values than an hour has seconds. */
const MOST = HOUR_SECONDS;

/** `isValid` of the domain, for a row of roll-ups: what is needed is looked up by what was expected. */
function covers(level: Level, at: Sql, hasWater: boolean): Sql {
  const needed = Array.from({ length: MOST }, (_, i) => neededValues[level](i + 1));
  const share = sql`(${arrayText(needed)}::smallint[])[coalesce(r.expected[r.${at}], 1)]`;
  return sql`coalesce(r.valid[r.${at}], 1) >= ${hasWater ? sql`coalesce(r.needed, ${share})` : share}`;
}

/** How many values days or months of the water stations among the sites need; those of air go by shares. */
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
