import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { SiteStart, Span } from '#server/series/store.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { within } from './cut.ts';

export function bucketStarts(db: Db, level: Level, span: Span): Promise<SiteStart[]> {
  return db.rows<SiteStart>(sql`
    select site_id, ts from ${identifier(`rollup_${level}`)} where ${within(span)} order by ts, site_id`);
}
