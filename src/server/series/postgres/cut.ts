import { type Sql, sql } from '#server/db/sql.ts';
import type { Paged, Span } from '#server/series/store.ts';
import type { FactorSets } from './factor-sets.ts';

/** The part of a row's arrays that is asked for. */
export interface Cut {
  fids: number[];
  /** Where they stand; absent where it is all of them. */
  places: number[] | undefined;
  /** Of letters, one for each factor. Rows with the same ones share the answer. */
  letters(text: string): string[];
}

/** How these sets' rows are cut down to the factors asked for; worked out once for each set. */
export async function cutsOf(
  sets: FactorSets,
  set_ids: readonly number[],
  wanted: readonly number[] | undefined,
): Promise<Cut[]> {
  const members = await sets.membersOf(set_ids);
  const cuts = new Map<number, Cut>();
  return set_ids.map((set_id) => {
    const known = cuts.get(set_id);
    if (known) return known;
    const cut = cutOf(members.get(set_id) ?? [], wanted);
    cuts.set(set_id, cut);
    return cut;
  });
}

function cutOf(members: number[], wanted: readonly number[] | undefined): Cut {
  const all = [...members.keys()];
  const some = all.filter((i) => !wanted || wanted.includes(members[i] as number));
  const places = some.length < all.length ? some : undefined;
  const texts = new Map<string, string[]>();
  return {
    fids: taken(members, places),
    places,
    letters: (text) => {
      const known = texts.get(text) ?? taken([...text], places);
      texts.set(text, known);
      return known;
    },
  };
}

export function taken<Value>(list: Value[], places: readonly number[] | undefined): Value[] {
  return places ? places.map((place) => list[place] as Value) : list;
}

export function within({ site_ids, fids, from, to }: Span): Sql {
  // Of one site the index gives the rows in the order of time.
  const sites = site_ids.length === 1 ? sql`site_id = ${site_ids[0]}` : sql`site_id = any(${site_ids})`;
  const factors = fids
    ? sql`and set_id = any(array(select set_id from factor_set where fids && ${fids}::smallint[]))`
    : sql``;
  return sql`${sites} and ts >= ${from} and ts < ${to} ${factors}`;
}

export function orderOf({ site_ids, newest_first }: Span & Paged): Sql {
  // Said of the index alone, it spares a sort of what is sorted.
  if (site_ids.length === 1) return newest_first ? sql`ts desc` : sql`ts`;
  return newest_first ? sql`ts desc, site_id desc` : sql`ts, site_id`;
}

export function paged({ limit, offset = 0 }: Paged): Sql {
  return sql`limit ${limit} offset ${offset}`;
}
