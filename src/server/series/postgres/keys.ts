import { plainColumn } from '#server/db/arrays.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** One period of a site. */
export interface SitePeriod {
  site_id: number;
  ts: Date;
}

export const keyOf = ({ site_id, ts }: SitePeriod) => `${site_id} ${ts.getTime()}`;

/** As rows for a statement: `site_id` and `ts`. */
export function keysOf(periods: readonly SitePeriod[]): Sql {
  return sql`
    unnest(${plainColumn(periods, ({ site_id }) => site_id)}::integer[],
           ${plainColumn(periods, ({ ts }) => ts)}::timestamptz[]) as k (site_id, ts)`;
}

/** Limits `ts` to the range of these periods, so that the planner can skip other partitions. */
export function between(periods: readonly Pick<SitePeriod, 'ts'>[], ts: Sql): Sql {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const period of periods) {
    first = Math.min(first, period.ts.getTime());
    last = Math.max(last, period.ts.getTime());
  }
  return sql`${ts} between ${new Date(first)} and ${new Date(last)}`;
}
