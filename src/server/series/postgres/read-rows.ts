import type { Db } from '#server/db/pool.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import type { Paged, Span } from '#server/series/store.ts';
import { cutsOf, orderOf, paged, within } from './cut.ts';
import type { FactorSets } from './factor-sets.ts';
import { packing, unpackArrays, unpackColumn } from './packed.ts';

interface Packed {
  sites: string | null;
  times: string | null;
  sets: string | null;
  origins: string | null;
  flags: (string[] | null)[] | null;
}

/** A row cut down to the factors asked for; what no factor has is absent. */
export interface CutRow<Part extends string, Origin> {
  site_id: number;
  ts: string;
  fids: number[];
  flags?: string[];
  origins?: Origin[];
  lists: Lists<Part>;
}

type Lists<Part extends string> = { [Name in Part]?: (number | null)[] };

/** Rows of a table of readings or sums, with these of their arrays. */
export async function readRows<Part extends string, Origin extends string>(
  db: Db,
  sets: FactorSets,
  table: string,
  parts: readonly Part[],
  question: Span & Paged & { newest_only?: boolean },
): Promise<CutRow<Part, Origin>[]> {
  const order = question.newest_only ? sql`site_id, ts desc` : orderOf(question);
  const { column, arrays } = packing(order);
  const packed = await db.one<Packed & Record<Part, string | null>>(sql`
    select ${column(sql`site_id`)} as sites, ${column(sql`ts`)} as times, ${column(sql`set_id`)} as sets,
           ${join(parts.map((part) => sql`${arrays(identifier(part))} as ${identifier(part)}`))},
           string_agg(coalesce(origins, ''), ',' order by ${order}) as origins, json_agg(flags order by ${order}) as flags
      from (select ${question.newest_only ? sql`distinct on (site_id)` : sql``} *
              from ${identifier(table)} where ${within(question)} order by ${order} ${paged(question)}) r`);
  if (!packed?.sites) return [];
  const site_ids = unpackColumn(packed.sites);
  const times = isoTimes(unpackColumn(packed.times));
  const set_ids = unpackColumn(packed.sets);
  const lists = parts.map((part) => [part, unpackArrays(packed[part])] as const);
  const letters = packed.origins?.split(',');
  const cutOf = await cutsOf(sets, set_ids, question.fids);
  return site_ids.map((site_id, at) => {
    const cut = cutOf(set_ids[at] ?? 0);
    const flags = packed.flags?.[at];
    const own: Lists<Part> = {};
    for (const [part, values] of lists) {
      const list = values[at];
      if (list) own[part] = cut.take(list);
    }
    return {
      site_id,
      ts: times[at] ?? '',
      fids: cut.fids,
      flags: flags ? cut.take(flags) : undefined,
      origins: letters?.[at] ? (cut.letters(letters[at]) as Origin[]) : undefined,
      lists: own,
    };
  });
}

/** Many sites have a row of the same time. */
function isoTimes(times: readonly number[]): string[] {
  const texts = new Map<number, string>();
  return times.map((time) => {
    const text = texts.get(time) ?? new Date(time).toISOString();
    texts.set(time, text);
    return text;
  });
}
