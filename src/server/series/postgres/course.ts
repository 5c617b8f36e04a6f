import type { Db } from '#server/db/pool.ts';
import { join, type Sql, sql } from '#server/db/sql.ts';
import type { Course, CourseQuestion } from '#server/series/store.ts';
import { numbersOf } from './arrays.ts';
import { counted, doubtful, selected } from './selection.ts';

interface Row {
  site_id: number;
  at: number;
  n: number;
  low: string;
  high: string;
  doubtful_low: string;
  doubtful_high: string;
}

export async function course(db: Db, question: CourseQuestion): Promise<Course[]> {
  const courses = new Map<number, Course>();
  for (const row of await db.rows<Row>(stretches(question))) {
    const into = courses.get(row.site_id) ?? emptyCourse(row.site_id, question.fids);
    courses.set(row.site_id, into);
    addStretch(into, row);
  }
  return question.site_ids.flatMap((site_id) => courses.get(site_id) ?? []);
}

function stretches(question: CourseQuestion): Sql {
  const { fids, from, to, width } = question;
  const { head, rows } = selected(question);
  const seconds = Math.max(1, (to.getTime() - from.getTime()) / 1000 / width);
  const each = (of: (i: number) => Sql) => join(fids.map((_, i) => of(i)));
  return sql`
    ${head}
    select site_id, extract(epoch from min(ts))::double precision * 1000 as at, count(*) as n,
           array[${each((i) => sql`min(${counted(i)})`)}]::text as low,
           array[${each((i) => sql`max(${counted(i)})`)}]::text as high,
           array[${each((i) => sql`min(${doubtful(i)})`)}]::text as doubtful_low,
           array[${each((i) => sql`max(${doubtful(i)})`)}]::text as doubtful_high
      from ${rows}
     group by site_id, date_bin(make_interval(secs => ${seconds}), ts, ${from})
     order by site_id, min(ts)`;
}

function emptyCourse(site_id: number, fids: readonly number[]): Course {
  const lines = fids.map((fid) => ({ fid, low: [], high: [], doubtful: [] }));
  return { site_id, times: [], reduced: false, lines };
}

function addStretch(into: Course, { at, n, ...row }: Row): void {
  const [low, high] = [numbersOf(row.low), numbersOf(row.high)];
  const [doubtfulLow, doubtfulHigh] = [numbersOf(row.doubtful_low), numbersOf(row.doubtful_high)];
  into.lines.forEach((line, i) => {
    const isDoubtful = low[i] === null && doubtfulLow[i] !== null;
    if (isDoubtful) line.doubtful.push(into.times.length);
    line.low.push((isDoubtful ? doubtfulLow[i] : low[i]) ?? null);
    line.high.push((isDoubtful ? doubtfulHigh[i] : high[i]) ?? null);
  });
  into.times.push(at);
  into.reduced ||= n > 1;
}
