import { type Sql, sql } from '#server/db/sql.ts';
import type { RangeQuestion, Span } from '#server/series/store.ts';
import type { FactorSets } from './factor-sets.ts';

/** The part of a row's arrays that is asked for. */
export interface Cut {
  fids: number[];
  take<Value>(list: readonly Value[]): Value[];
}

/** How these rows are cut down to the factors asked for; worked out once for each set of factors. */
export async function cutsOf(
  sets: FactorSets,
  rows: readonly { set_id: number }[],
  wanted: readonly number[] | undefined,
): Promise<(row: { set_id: number }) => Cut> {
  const members = await sets.membersOf(rows.map(({ set_id }) => set_id));
  const cuts = new Map<number, Cut>();
  return ({ set_id }) => {
    const known = cuts.get(set_id);
    if (known) return known;
    const cut = cutOf(members.get(set_id) ?? [], wanted);
    cuts.set(set_id, cut);
    return cut;
  };
}

function cutOf(members: readonly number[], wanted: readonly number[] | undefined): Cut {
  const places = [...members.keys()].filter((i) => !wanted || wanted.includes(members[i] as number));
  const take = <Value>(list: readonly Value[]) => places.map((i) => list[i] as Value);
  return { fids: take(members), take };
}

export function within({ site_ids, fids, from, to }: Span): Sql {
  // Of one site the index gives the rows in the order of time.
  const sites = site_ids.length === 1 ? sql`site_id = ${site_ids[0]}` : sql`site_id = any(${site_ids})`;
  const factors = fids
    ? sql`and set_id = any(array(select set_id from factor_set where fids && ${fids}::smallint[]))`
    : sql``;
  return sql`${sites} and ts >= ${from} and ts < ${to} ${factors}`;
}

export function paged({ newest_first, limit, offset = 0 }: Omit<RangeQuestion, 'data_type'>): Sql {
  const order = newest_first ? sql`ts desc, site_id desc` : sql`ts, site_id`;
  return sql`order by ${order} limit ${limit} offset ${offset}`;
}
