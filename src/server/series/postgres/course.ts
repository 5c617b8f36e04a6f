import type { Db } from '#server/db/pool.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import type { Course, CourseLine, CourseQuestion } from '#server/series/store.ts';
import { PackedReader, packing, unpackColumn } from './packed.ts';
import { counts, type Needs, selected, sent } from './selection.ts';

interface Row {
  site_id: number;
  reduced: boolean;
  times: string;
  ends: string;
  /**
   * Four arrays per factor, parallel to the times: lowest and highest valid value, lowest and highest doubtful value.
   */
  lines: string;
}

export async function course(db: Db, config: Needs, question: CourseQuestion): Promise<Course[]> {
  const rows = await db.rows<Row>(await stretches(config, question));
  const courses = new Map(rows.map((row) => [row.site_id, courseOf(row, question.fids)]));
  return question.site_ids.flatMap((site_id) => courses.get(site_id) ?? []);
}

async function stretches(config: Needs, question: CourseQuestion): Promise<Sql> {
  const { fids, from, to, width } = question;
  const { head, rows, used } = await selected(config, question, [sent, counts]);
  const seconds = Math.max(1, (to.getTime() - from.getTime()) / 1000 / width);
  // What is used in place of a value follows the order of the values, so it is worked out for the ends only.
  const ends = fids.flatMap((_, i) => {
    const valid = sql`filter (where ${counts(i)})`;
    const others = sql`filter (where not ${counts(i)})`;
    return [
      used(i, sql`min(${sent(i)}) ${valid}`),
      used(i, sql`max(${sent(i)}) ${valid}`),
      sql`min(${sent(i)}) ${others}`,
      sql`max(${sent(i)}) ${others}`,
    ];
  });
  const { column, columns } = packing(sql`at`);
  const end = (n: number) => identifier(`end${n}`);
  return sql`
    ${head}, stretch as (
      select site_id, min(ts) as at, max(ts) as until, count(*) as n, ${join(ends.map((value, n) => sql`${value} as ${end(n)}`))}
        from ${rows}
       group by site_id, date_bin(make_interval(secs => ${seconds}), ts, ${from}))
    select site_id, max(n) > 1 as reduced, ${column(sql`at`)} as times,
           ${column(sql`until`)} as ends, ${columns(ends.map((_, n) => end(n)))} as lines
      from stretch group by site_id`;
}

function courseOf({ site_id, reduced, times, ends, lines }: Row, fids: readonly number[]): Course {
  const reader = new PackedReader(lines);
  const next = () => reader.next() ?? [];
  return {
    site_id,
    times: unpackColumn(times),
    ends: unpackColumn(ends),
    reduced,
    lines: fids.map((fid) => {
      const line: CourseLine = { fid, low: next(), high: next(), doubtful: [] };
      const [low, high] = [next(), next()];
      // Doubtful values are shown only where there is no valid one.
      low.forEach((value, at) => {
        if (value === null || line.low[at] !== null) return;
        line.doubtful.push(at);
        line.low[at] = value;
        line.high[at] = high[at] ?? null;
      });
      return line;
    }),
  };
}
