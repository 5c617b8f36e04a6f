import { numbersOf } from '#server/db/arrays.ts';
import type { Db } from '#server/db/pool.ts';
import { join, type Sql, sql } from '#server/db/sql.ts';
import type { Figures, FiguresQuestion } from '#server/series/store.ts';
import { percentileOf } from '#shared/domain/statistics.ts';
import { expectedMinutes } from '#shared/domain/validity.ts';
import { vectorDirection } from '#shared/domain/wind.ts';
import { counted, doubtful, type Needs, selected } from './selection.ts';

interface Row {
  site_id: number;
  /** Arrays parallel to the requested factors. */
  n: string;
  valid: string;
  mean: string;
  east: string;
  north: string;
  min: string;
  max: string;
  /** The values at the two ranks around the 95th percentile. */
  below: string;
  above: string;
  /** Bit set of the minutes of the hour that have a value. */
  minutes: string;
}

export async function figures(db: Db, config: Needs, question: FiguresQuestion): Promise<Figures[]> {
  const rows = await db.rows<Row>(await sums(config, question));
  const bySite = new Map(rows.map((row) => [row.site_id, figuresOf(row, question)]));
  return question.site_ids.flatMap((site_id) => bySite.get(site_id) ?? []);
}

async function sums(config: Needs, question: FiguresQuestion): Promise<Sql> {
  const { head, rows } = await selected(config, question);
  const isCircular = question.fids.map((fid) => question.circular.includes(fid));
  const each = (of: (i: number) => Sql, otherwise?: (i: number) => boolean) =>
    sql`array[${join(isCircular.map((_, i) => (otherwise?.(i) ? sql`null` : of(i))))}]`;
  const vectors = (i: number) => !isCircular[i];
  const scalars = (i: number) => isCircular[i] ?? false;
  // One sort serves both ranks; the columns are in the order of the factors.
  const sorted = (i: number) => sql`(array_agg(${counted(i)} order by ${counted(i)})
                                      filter (where ${counted(i)} is not null))`;
  const rank = (i: number, up: number) => sql`[((count(${counted(i)}) - 1) * 95 + ${up}::integer) / 100 + 1]`;
  return sql`
    ${head}
    select site_id, bit_or(1::bigint << extract(minute from ts)::integer)::text as minutes,
           ${each((i) => sql`count(${counted(i)}) + count(${doubtful(i)})`)}::text as n,
           ${each((i) => sql`count(${counted(i)})`)}::text as valid,
           ${each((i) => sql`avg(${counted(i)})`, scalars)}::float8[]::text as mean,
           ${each((i) => sql`avg(sind(${counted(i)}))`, vectors)}::float8[]::text as east,
           ${each((i) => sql`avg(cosd(${counted(i)}))`, vectors)}::float8[]::text as north,
           ${each((i) => sql`min(${counted(i)})`, scalars)}::real[]::text as min,
           ${each((i) => sql`max(${counted(i)})`, scalars)}::real[]::text as max,
           ${each((i) => sql`${sorted(i)}${rank(i, 0)}`, scalars)}::real[]::text as below,
           ${each((i) => sql`${sorted(i)}${rank(i, 99)}`, scalars)}::real[]::text as above
      from ${rows}
     group by site_id`;
}

function figuresOf({ site_id, ...row }: Row, { kind, fids }: FiguresQuestion): Figures[] {
  const per_hour = kind === 'minute' ? expectedMinutes(minutesOf(row.minutes)) : null;
  const [n, valid, mean, east, north] = [row.n, row.valid, row.mean, row.east, row.north].map(listOf);
  const [min, max, below, above] = [row.min, row.max, row.below, row.above].map(listOf);
  return fids.flatMap((fid, i) => {
    const count = valid?.[i] ?? 0;
    const lower = Math.floor(((count - 1) * 95) / 100);
    return n?.[i]
      ? {
          site_id,
          fid,
          n: n[i] ?? 0,
          valid: count,
          mean: meant(mean?.[i] ?? vectorDirection(north?.[i] ?? 0, east?.[i] ?? 0) ?? null),
          min: min?.[i] ?? null,
          max: max?.[i] ?? null,
          per_hour,
          p95: meant(percentileOf(95, count, (rank) => (rank === lower ? below : above)?.[i])),
        }
      : [];
  });
}

function minutesOf(bits: string): number[] {
  const seen = BigInt(bits);
  return Array.from({ length: 60 }, (_, minute) => minute).filter(
    (minute) => ((seen >> BigInt(minute)) & 1n) === 1n,
  );
}

const listOf = (text: string) => numbersOf(text);

/** `real` has seven significant digits; the rest is noise that would show when decimals are cut. */
function meant(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(7));
}
