import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Grid, GridQuestion, MeansQuestion, Span } from '#server/series/store.ts';
import { rowMean } from '#shared/domain/site-figures.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import {
  BLOCK_HOURS,
  type Blocks,
  blocksIn,
  type HourBlock,
  keepBlocks,
  putHours,
  readBlocks,
  spanOf,
  type Touches,
  takeHours,
  touchesOf,
} from './hour-blocks.ts';
import { packedRecords, Records, sentInteger, sentReal, sentTime, sizes } from './packed.ts';
import { counted, marked, type Needs, selected } from './selection.ts';

const STEP_MS = { hour: HOUR_MS, day: DAY_MS };

/** Sites per query, so that other queries get their turn in between. */
const AT_ONCE = 2000;

/** A grid that is being filled. */
interface Cells extends Grid {
  question: GridQuestion;
  placeOf: ReadonlyMap<number, number>;
}

export async function grid(db: Db, config: Needs, question: GridQuestion): Promise<Grid> {
  const { level, site_ids, fids, from, to } = question;
  const length = (to.getTime() - from.getTime()) / STEP_MS[level];
  // Whole days; a day may have 23 or 25 hours.
  const steps = level === 'day' ? Math.round(length) : Math.ceil(length);
  const columns = fids.map(() => new Float32Array(site_ids.length * steps).fill(Number.NaN));
  const placeOf = new Map(site_ids.map((site_id, place) => [site_id, place]));
  const cells = { question, steps, columns, placeOf };
  for (let first = 0; first < site_ids.length; first += AT_ONCE) {
    const some = { ...question, site_ids: site_ids.slice(first, first + AT_ONCE) };
    const blocks = level === 'hour' && !question.doubtful ? blocksIn(some) : undefined;
    if (blocks) await fillFromBlocks(db, config, cells, some, blocks);
    else await fillFromRows(db, config, cells, some);
  }
  return { steps, columns };
}

/** Copies the blocks that all sites have; reads rows only of the others, and of the time before and after. */
async function fillFromBlocks(db: Db, config: Needs, cells: Cells, some: GridQuestion, blocks: Blocks) {
  const known = await readBlocks(db, some, blocks);
  const counts = new Map<number, number>();
  for (const { block } of known) counts.set(block, (counts.get(block) ?? 0) + 1);
  const isThere = (block: number) => counts.get(block) === some.site_ids.length * some.fids.length;
  for (const one of known) {
    const column = cells.columns[some.fids.indexOf(one.fid)];
    if (column && isThere(one.block)) putHours(column, cellOf(cells, one), one.hours);
  }
  for (const { from, to, missing } of gapsIn(some, blocks, isThere)) {
    const touches = await fillFromRows(db, config, cells, { ...some, from, to }, missing);
    await keepBlocks(db, blocksOf(cells, some.site_ids, missing), touches);
  }
}

interface Gap {
  from: Date;
  to: Date;
  /** Blocks of which no copy can be used. */
  missing: Blocks;
}

/** Times whose rows have to be read: from the end of one copied block to the start of the next. */
function gapsIn({ from, to }: Span, { first, count }: Blocks, isThere: (block: number) => boolean): Gap[] {
  const gaps: Gap[] = [];
  let missing = { first, count: 0 };
  let start = from;
  for (let block = first; block < first + count; block++) {
    if (!isThere(block)) {
      missing.count++;
      continue;
    }
    const copied = spanOf({ first: block, count: 1 });
    gaps.push({ from: start, to: copied.from, missing });
    start = copied.to;
    missing = { first: block + 1, count: 0 };
  }
  gaps.push({ from: start, to, missing });
  return gaps.filter((gap) => gap.from < gap.to);
}

function blocksOf(cells: Cells, site_ids: readonly number[], { first, count }: Blocks): HourBlock[] {
  const blocks = Array.from({ length: count }, (_, at) => first + at);
  return cells.question.fids.flatMap((fid, i) => {
    const column = cells.columns[i] ?? new Float32Array();
    return site_ids.flatMap((site_id) =>
      blocks.map((block) => ({
        ...{ site_id, fid, block },
        hours: takeHours(column, cellOf(cells, { site_id, block })),
      })),
    );
  });
}

/** Position of a block's first hour. */
function cellOf(
  { question, steps, placeOf }: Cells,
  { site_id, block }: Pick<HourBlock, 'site_id' | 'block'>,
) {
  return (placeOf.get(site_id) ?? 0) * steps + block * BLOCK_HOURS - question.from.getTime() / HOUR_MS;
}

/** Positions in a record. */
const [TIME, SITE, FIRST_VALUE] = [0, sizes.time, sizes.time + sizes.integer];

/** Returns how often each of the blocks was changed. */
async function fillFromRows(
  db: Db,
  config: Needs,
  { question: { level, fids, from }, steps, columns, placeOf }: Cells,
  some: GridQuestion,
  blocks?: Blocks,
): Promise<Touches> {
  const touched = blocks?.count ? touchesOf(some.site_ids, blocks) : sql`null`;
  const found = await recordsOf(db, config, some, touched);
  const records = new Records(found?.records, FIRST_VALUE + fids.length * sizes.real);
  for (let row = 0; row < records.count; row++) {
    const step = Math.round((records.time(row, TIME) - from.getTime()) / STEP_MS[level]);
    const cell = (placeOf.get(records.integer(row, SITE)) ?? 0) * steps + step;
    for (let i = 0; i < columns.length; i++)
      (columns[i] as Float32Array)[cell] = records.real(row, FIRST_VALUE + i * sizes.real);
  }
  return found?.touches ?? {};
}

/** In any order: sorting or grouping would take longer than reading. */
async function recordsOf(db: Db, config: Needs, question: GridQuestion, touched: Sql) {
  const { level, fids } = question;
  const value = question.doubtful ? marked : counted;
  const { head, rows } = await selected(config, { ...question, kind: level, counting: new Map() }, [value]);
  const values = fids.map((_, i) => sentReal(sql`coalesce(${value(i)}, 'NaN')`));
  return db.one<{ records: string | null; touches: Touches | null }>(sql`
    ${head}
    select ${packedRecords([sentTime(sql`ts`), sentInteger(sql`site_id`), ...values])} as records,
           ${touched} as touches
      from ${rows}`);
}

/** Summed by the database, because reading the values would take longer, unless there are copies of them. */
export async function means(db: Db, config: Needs, question: MeansQuestion): Promise<(number | null)[]> {
  const { level, fid, site_ids } = question;
  if (level === 'hour' && blocksIn(question)) {
    const { steps, columns } = await grid(db, config, { ...question, level, fids: [fid] });
    return site_ids.map((_, place) =>
      rowMean(columns[0]?.subarray(place * steps, (place + 1) * steps) ?? new Float32Array()),
    );
  }
  const selection = { ...question, kind: level, fids: [fid], counting: new Map() };
  const { head, rows } = await selected(config, selection, [counted]);
  const found = await db.rows<{ site_id: number; mean: number | null }>(sql`
    ${head}
    select site_id, avg(${counted(0)}) as mean from ${rows} group by site_id`);
  const meanOf = new Map(found.map(({ site_id, mean }) => [site_id, mean]));
  return site_ids.map((site_id) => meanOf.get(site_id) ?? null);
}
