import type { Db } from '#server/db/pool.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import type { Paged, Span } from '#server/series/store.ts';
import { cutsOf, orderOf, paged, within } from './cut.ts';
import type { FactorSets } from './factor-sets.ts';
import { packing, unpackArrays, unpackColumn } from './packed.ts';

interface Packed {
  sites: string | null;
  times: string | null;
  sets: string | null;
  /** Which of its unusual parts each row has, a bit for each. */
  has: string | null;
  origins: string | null;
  /** Only of rows that have some, like all parts but `avg`. */
  flags: string[][] | null;
}

type Column<Value> = readonly (Value | undefined)[];

/** Rows cut down to the factors asked for, column by column; what no factor of a row has is absent. */
export interface Columns<Part extends string, Origin> {
  site_ids: number[];
  times: string[];
  fids: number[][];
  flags: Column<string[]>;
  origins: Column<Origin[]>;
  lists: { avg: Column<(number | null)[]> } & { [Name in Part]?: Column<(number | null)[]> };
}

/** Rows of a table of readings or sums: values, flags, origins, and these of their other arrays. */
export async function readColumns<Part extends string, Origin extends string>(
  db: Db,
  sets: FactorSets,
  table: string,
  parts: readonly Part[],
  question: Span & Paged & { newest_only?: boolean },
): Promise<Columns<Part, Origin>> {
  const order = question.newest_only ? sql`site_id, ts desc` : orderOf(question);
  const { column, arrays } = packing(order);
  const unusual = ['flags', ...parts];
  const packed = await db.one<Packed & Record<'avg' | Part, string | null>>(sql`
    select ${column(sql`site_id`)} as sites, ${column(sql`ts`)} as times, ${column(sql`set_id`)} as sets,
           ${column(presence(unusual))} as has, ${arrays(sql`avg`)} as avg,
           ${join(
             parts.map((part) => sql`${arrays(identifier(part))} as ${identifier(part)},`),
             sql``,
           )}
           string_agg(coalesce(origins, ''), ',' order by ${order}) as origins,
           json_agg(flags order by ${order}) filter (where flags is not null) as flags
      from (select ${question.newest_only ? sql`distinct on (site_id)` : sql``} *
              from ${identifier(table)} where ${within(question)} order by ${order} ${paged(question)}) r`);
  const site_ids = unpackColumn(packed?.sites ?? null);
  const set_ids = unpackColumn(packed?.sets ?? null);
  const has = unpackColumn(packed?.has ?? null);
  const letters = packed?.origins?.split(',') ?? [];
  const cutOf = await cutsOf(sets, set_ids, question.fids);
  const cuts = set_ids.map(cutOf);
  const spread = <Value>(lists: readonly Value[][], name: string): Column<Value[]> => {
    const bit = 1 << unusual.indexOf(name);
    let next = 0;
    return cuts.map(({ take }, at) => ((has[at] ?? 0) & bit ? take(lists[next++] ?? []) : undefined));
  };
  const avg = unpackArrays(packed?.avg ?? null);
  const others = parts.map((part) => [part, spread(unpackArrays(packed?.[part] ?? null), part)] as const);
  return {
    site_ids,
    times: isoTimes(unpackColumn(packed?.times ?? null)),
    fids: cuts.map(({ fids }) => fids),
    flags: spread(packed?.flags ?? [], 'flags'),
    origins: cuts.map((cut, at) => (letters[at] ? (cut.letters(letters[at]) as Origin[]) : undefined)),
    lists: {
      ...(Object.fromEntries(others) as { [Name in Part]: Column<(number | null)[]> }),
      avg: cuts.map(({ take }, at) => take(avg[at] ?? [])),
    },
  };
}

function presence(parts: readonly string[]): Sql {
  return join(
    parts.map((part, bit) => sql`((${identifier(part)} is not null)::integer << ${bit}::integer)`),
    sql` | `,
  );
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
