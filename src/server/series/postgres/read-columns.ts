import type { Db } from '#server/db/pool.ts';
import { identifier, join, prepared, sql } from '#server/db/sql.ts';
import type { Paged, Span } from '#server/series/store.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { cutsOf, orderOf, paged, taken, within } from './cut.ts';
import type { FactorSets } from './factor-sets.ts';
import { PackedReader, packedRecords, packing, Records, sentInteger, sentTime, sizes } from './packed.ts';

interface Packed {
  /**
   * A record per row: its time; factor set, and bits that tell whether the row has flags, origins, and each group of
   * parts, which are sent only for such rows; and, of several sites, its site.
   */
  heads: string | null;
  avg: string | null;
  flags: string[][] | null;
  origins: string | null;
}

/** Flags, origins and two groups of parts. */
const HAS_BITS = 4;
const [FLAGS, ORIGINS, FIRST_GROUP] = [1, 2, 4];

/** Positions in a record. */
const [TIME, HEAD, SITE] = [0, sizes.time, sizes.time + sizes.integer];

type Column<Value> = readonly (Value | undefined)[];
type Numbers = (number | null)[];

/** Rows reduced to the requested factors, as columns; a part that no factor of a row has is absent. */
export interface Columns<Part extends string, Origin> {
  site_ids: number[];
  times: string[];
  fids: number[][];
  avg: Numbers[];
  flags: Column<string[]>;
  origins: Column<Origin[]>;
  parts: { [Name in Part]?: Column<Numbers> };
}

/** Reads rows of readings or sums: values, flags, origins, and the requested other parts. */
export async function readColumns<Part extends string, Origin extends string>(
  db: Db,
  sets: FactorSets,
  table: string,
  /** Groups of parts that a row usually has together or not at all. */
  groups: readonly (readonly Part[])[],
  question: Span & Paged & { newest_only?: boolean },
): Promise<Columns<Part, Origin>> {
  const order = question.newest_only ? sql`site_id, ts desc` : orderOf(question);
  const { arrays } = packing(order);
  const bits = [['flags'], ['origins'], ...groups].map((names, bit) => {
    const some = join(
      names.map((name) => sql`${identifier(name)} is not null`),
      sql` or `,
    );
    return sql`case when ${some} then ${1 << bit}::integer else 0 end`;
  });
  const head = sql`(set_id << ${HAS_BITS}) + ${join(bits, sql` + `)}`;
  const [only, ...others] = question.site_ids;
  const isOne = only !== undefined && others.length === 0;
  const fields = [sentTime(sql`ts`), sentInteger(head), ...(isOne ? [] : [sentInteger(sql`site_id`)])];
  const statement = sql`
    select ${packedRecords(fields, order)} as heads, ${arrays([sql`avg`])} as avg,
           ${join(
             groups.map((names, n) => sql`${arrays(names.map(identifier))} as ${identifier(`group${n}`)},`),
             sql``,
           )}
           string_agg(origins, ',' order by ${order}) filter (where origins is not null) as origins,
           json_agg(flags order by ${order}) filter (where flags is not null) as flags
      from (select ${question.newest_only ? sql`distinct on (site_id)` : sql``} *
              from ${identifier(table)} where ${within(question)} order by ${order} ${paged(question)}) r`;
  const packed = await db.one<Packed & Record<`group${number}`, string | null>>(
    // The newest rows of many sites and monthly rows are few in any case: one prepared plan suits all.
    question.newest_only || table === 'rollup_month' ? prepared(statement) : statement,
  );
  const records = new Records(packed?.heads, isOne ? SITE : SITE + sizes.integer);
  const rows = Array.from({ length: records.count }, (_, row) => row);
  const heads = rows.map((row) => records.integer(row, HEAD));
  const cuts = await cutsOf(
    sets,
    heads.map((each) => each >> HAS_BITS),
    question.fids,
  );
  const avg = new PackedReader(packed?.avg);
  const letters = (packed?.origins?.split(',') ?? []).values();
  const flags = (packed?.flags ?? []).values();
  const parts: { [Name in Part]?: (Numbers | undefined)[] } = {};
  groups.forEach((names, n) => {
    const reader = new PackedReader(packed?.[`group${n}`]);
    const columns = names.map((name) => {
      const made = new Array<Numbers | undefined>(cuts.length);
      parts[name] = made;
      return made;
    });
    for (let at = 0; at < cuts.length; at++) {
      if ((heads[at] ?? 0) & (FIRST_GROUP << n))
        for (const made of columns) made[at] = reader.next(cuts[at]?.places);
    }
  });
  return {
    site_ids: rows.map((row) => (isOne ? only : records.integer(row, SITE))),
    times: isoTimes(rows.map((row) => records.time(row, TIME))),
    fids: cuts.map(({ fids }) => fids),
    avg: cuts.map(({ places }) => avg.next(places) ?? []),
    flags: cuts.map(({ places }, at) =>
      (heads[at] ?? 0) & FLAGS ? taken(flags.next().value ?? [], places) : undefined,
    ),
    origins: cuts.map((cut, at) =>
      (heads[at] ?? 0) & ORIGINS ? (cut.letters(letters.next().value ?? '') as Origin[]) : undefined,
    ),
    parts,
  };
}

/** Times of day as in an ISO text. Whole minutes are kept: there are few, and formatting is slow. */
const clocks = new Map<number, string>();
const DATE_LENGTH = '2026-11-19'.length;

function clockOf(ms: number): string {
  const known = clocks.get(ms);
  if (known !== undefined) return known;
  const text = new Date(ms).toISOString().slice(DATE_LENGTH);
  if (ms % MINUTE_MS === 0) clocks.set(ms, text);
  return text;
}

/** ISO texts composed of the date of the row before and the time of day. */
function isoTimes(times: readonly number[]): string[] {
  let midnight = Number.NaN;
  let date = '';
  return times.map((time) => {
    const clock = ((time % DAY_MS) + DAY_MS) % DAY_MS;
    if (time - clock !== midnight) {
      midnight = time - clock;
      date = new Date(midnight).toISOString().slice(0, DATE_LENGTH);
    }
    return date + clockOf(clock);
  });
}
