import type { DataType } from '#protocol/commands.ts';
import { plainColumn } from '#server/db/arrays.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import { NEWS_WINDOW } from '#server/series/news-reach.ts';
import type { News } from '#server/series/store.ts';

interface Fresh {
  site_id: number;
  data_type: DataType;
  ts: Date;
  resupplied: boolean;
}

/** Rows of values per row of news: one that fits its page costs least. */
const IN_A_ROW = 100;

const isLive = ({ data_type }: Fresh) => data_type === 'realtime';

/** Stores news, in the transaction that stores the values. */
export async function storeNews(db: Db, fresh: readonly Fresh[]): Promise<void> {
  // Real-time values get separate rows, because they are reported before the others.
  await storeRows(db, fresh.filter(isLive));
  await storeRows(
    db,
    fresh.filter((one) => !isLive(one)),
  );
}

async function storeRows(db: Db, fresh: readonly Fresh[]): Promise<void> {
  for (let i = 0; i < fresh.length; i += IN_A_ROW) {
    const rows = fresh.slice(i, i + IN_A_ROW);
    await db.run(
      prepared(sql`
      insert into reading_news (site_ids, data_types, tss, resupplied)
      values (${plainColumn(rows, ({ site_id }) => site_id)}::integer[],
              ${plainColumn(rows, ({ data_type }) => data_type)}::text[],
              ${plainColumn(rows, ({ ts }) => ts)}::timestamptz[],
              ${plainColumn(rows, ({ resupplied }) => resupplied)}::boolean[])`),
    );
  }
}

/**
 * News of real-time and minute values that were written or undone under a trace. Hours and days become news when they
 * are summed.
 */
export function storeTracedNews(
  db: Db,
  rows: readonly Pick<Fresh, 'site_id' | 'data_type' | 'ts'>[],
  since: Date | undefined,
): Promise<void> {
  const recent = rows.filter(
    ({ data_type, ts }) =>
      since !== undefined && ts >= since && (data_type === 'realtime' || data_type === 'minute'),
  );
  return storeNews(
    db,
    recent.map(({ site_id, data_type, ts }) => ({ site_id, data_type, ts, resupplied: true })),
  );
}

export async function news(pool: Pool, limit: number): Promise<News[]> {
  const rows = await pool.rows<{ news_id: number } & News['rows'][number]>(sql`
    with oldest as (
      select news_id, data_types[1] = 'realtime' as is_live from reading_news order by news_id limit ${NEWS_WINDOW * limit}),
    next as (
      select news_id, is_live from oldest order by is_live desc, news_id limit ${limit})
    select n.news_id, u.site_id, u.data_type, u.ts, u.resupplied
      from next join reading_news n using (news_id),
           unnest(n.site_ids, n.data_types, n.tss, n.resupplied) with ordinality
             as u (site_id, data_type, ts, resupplied, place)
     order by next.is_live desc, n.news_id, u.place`);
  const found: News[] = [];
  for (const { news_id, ...row } of rows) {
    let last = found.at(-1);
    if (last?.news_id !== news_id) {
      last = { news_id, rows: [] };
      found.push(last);
    }
    last.rows.push(row);
  }
  return found;
}

export async function forgetNews(pool: Pool, news_ids: readonly number[]): Promise<void> {
  await pool.run(sql`delete from reading_news where news_id = any(${[...news_ids]}::bigint[])`);
}
