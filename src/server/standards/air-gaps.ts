import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { BucketRow, SiteStart } from '#server/series/store.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import { bucketEnd, bucketOf } from '#shared/domain/buckets.ts';
import { parseTime } from '#shared/domain/time.ts';
import type { AirFactor } from './air-factors.ts';

interface Asked {
  site_ids: readonly number[];
  factors: readonly AirFactor[];
  period: ReportPeriod;
  from: Date;
  to: Date;
}

/** A line of HJ 633's tables. */
export type FormLine = SiteStart;

type Asker = { db: Db } & Pick<App, 'series' | 'now'>;

/**
 * Adds an empty row for each past period without data, which HJ 633's table shows as NA, but none before a site
 * existed. Ordered by time and site, like the rows.
 */
export function withGaps(asker: Asker, rows: BucketRow[], asked: Asked): Promise<BucketRow[]> {
  return filled(asker, rows, asked, (line) => ({ ...line, fids: [], avg: [], origins: [] }));
}

/** Only which lines there are: a year of a network is paged through. */
export async function formLines(asker: Asker, asked: Asked): Promise<FormLine[]> {
  const { site_ids, factors, period, from, to } = asked;
  const fids = factors.map(({ fid }) => fid);
  const rows = await asker.series.bucketStarts(period, { site_ids, fids, from, to });
  return filled(asker, rows, asked, (line) => line);
}

async function filled<Line extends FormLine>(
  asker: Asker,
  lines: Line[],
  { site_ids, factors, period, from, to }: Asked,
  empty: (line: FormLine) => Line,
): Promise<Line[]> {
  const starts = periodsOver(period, from, to, asker.now());
  const [first, last] = [starts[0]?.toISOString(), starts.at(-1)?.toISOString()];
  if (first === undefined || last === undefined) return lines;
  const held = new Set(
    lines.flatMap(({ site_id, ts }) => (ts >= first && ts <= last ? [`${site_id} ${ts}`] : [])),
  );
  if (held.size === site_ids.length * starts.length) return lines;
  const since = await beginnings(asker, site_ids, factors, period);
  const gaps = starts.flatMap((start) => {
    const ts = start.toISOString();
    return site_ids.flatMap((site_id) => {
      const began = since.get(site_id);
      return !began || start < began || held.has(`${site_id} ${ts}`) ? [] : [empty({ site_id, ts })];
    });
  });
  return gaps.length === 0 ? lines : [...lines, ...gaps].sort(byTimeAndSite);
}

function byTimeAndSite(a: FormLine, b: FormLine): number {
  if (a.ts !== b.ts) return a.ts < b.ts ? -1 : 1;
  return a.site_id - b.site_id;
}

function periodsOver(period: ReportPeriod, from: Date, to: Date, now: Date): Date[] {
  const starts: Date[] = [];
  for (let start = from; start < to; ) {
    const end = bucketEnd(period, start);
    if (end > now) break;
    starts.push(start);
    start = end;
  }
  return starts;
}

/**
 * The first day for which a site should have data: its first day of service or, if later, its first values. Sites
 * without values are left out.
 */
async function beginnings(
  { db, series }: Asker,
  site_ids: readonly number[],
  factors: readonly AirFactor[],
  period: ReportPeriod,
): Promise<ReadonlyMap<number, Date>> {
  const fids = factors.map(({ fid }) => fid);
  const firsts = await series.firstBuckets(period, site_ids, fids);
  const sites = await db.rows<{ site_id: number; started_on: string | null }>(sql`
    select site_id, started_on from site where site_id = any(${[...firsts.keys()]})`);
  return new Map(
    sites.map(({ site_id, started_on }) => {
      const first = new Date(firsts.get(site_id) ?? 0);
      const start = started_on ? parseTime(started_on) : undefined;
      return [site_id, start && start > first ? bucketOf(period, start) : first];
    }),
  );
}
