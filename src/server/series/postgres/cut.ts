import { type Sql, sql } from '#server/db/sql.ts';
import type { Paged, Span } from '#server/series/store.ts';
import type { FactorSets } from './factor-sets.ts';

/** The requested part of a row's arrays. */
export interface Cut {
  fids: number[];
  /** Indexes into the row's arrays; undefined if all are requested. */
  places: number[] | undefined;
  /** Splits a text of one letter per factor. Rows with the same text share the result. */
  letters(text: string): string[];
}

/** How rows of these factor sets are reduced to the requested factors; worked out once per set. */
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
  // For one site, the index returns rows in the order of time.
  const sites = site_ids.length === 1 ? sql`site_id = ${site_ids[0]}` : sql`site_id = any(${site_ids})`;
  const factors = fids
    ? sql`and set_id = any(array(select set_id from factor_set where fids && ${fids}::smallint[]))`
    : sql``;
  return sql`${sites} and ts >= ${from} and ts < ${to} ${factors}`;
}

export function orderOf({ site_ids, newest_first }: Span & Paged): Sql {
  // For one site, ordering by ts alone uses the index.
  if (site_ids.length === 1) return newest_first ? sql`ts desc` : sql`ts`;
  return newest_first ? sql`ts desc, site_id desc` : sql`ts, site_id`;
}

export function paged({ limit, offset = 0 }: Paged): Sql {
  return sql`limit ${limit} offset ${offset}`;
}
