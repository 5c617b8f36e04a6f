import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Duty } from '#server/servers/leases.ts';
import { creditOf, earnedOf, isPassed } from '#shared/domain/marking.ts';
import type { Drawn } from './asked.ts';

const EVERY_MS = 5000;
const AT_ONCE = 100;

interface Submission {
  sitting_id: number;
  by: 'self' | 'clock';
  now: Date;
}

/**
 * Submits and marks a sitting. One atomic update, so that of two devices, or of a user and the timer, one wins;
 * undefined: already submitted. After its end, `submitted_by` is always the clock.
 */
export async function submitSitting(
  db: Db,
  { sitting_id, by, now }: Submission,
): Promise<'submitted' | 'marked' | undefined> {
  const sitting = await db.one<{ marks: string }>(sql`
    update sitting s
       set state = 'submitted', submitted_at = least(${now}, s.ends_at),
           submitted_by = case when s.ends_at <= ${now} then 'clock' else ${by} end
      from assessment a
     where s.sitting_id = ${sitting_id} and s.state = 'sitting' and a.assessment_id = s.assessment_id
       and (${by} = 'self' or s.ends_at <= ${now})
    returning a.marks`);
  if (!sitting) return undefined;
  await markSitting(db, sitting_id);
  if (sitting.marks === 'after_check') return 'submitted';
  await releaseSitting(db, sitting_id, now);
  return 'marked';
}

/** Points by the rules of `shared/domain/marking.ts`. */
async function markSitting(db: Db, sitting_id: number): Promise<void> {
  const rows = await db.rows<{
    place: number;
    score: number;
    answer: string[] | null;
    question: Drawn;
    partial_credit: boolean;
  }>(sql`
    select q.place, q.score, q.answer, q.question, p.partial_credit
      from sitting_question q join sitting s using (sitting_id) join assessment a using (assessment_id)
      join paper p using (paper_id)
     where q.sitting_id = ${sitting_id}`);
  const earned = rows.map(({ place, score, answer, question, partial_credit }) => ({
    place,
    earned: earnedOf(score, creditOf(question, answer, partial_credit)),
  }));
  await setEarned(db, sitting_id, earned);
}

export async function setEarned(
  db: Db,
  sitting_id: number,
  earned: readonly { place: number; earned: number }[],
): Promise<number> {
  return db.run(sql`
    update sitting_question q set earned = e.earned
      from jsonb_to_recordset(${json(earned)}) as e (place integer, earned numeric)
     where q.sitting_id = ${sitting_id} and q.place = e.place and e.earned <= q.score`);
}

/** Stores the score and whether it passes, and issues the certificate. */
export async function releaseSitting(
  db: Db,
  sitting_id: number,
  now: Date,
): Promise<{ score: number; passed: boolean }> {
  const sum = await db.one<{ score: number; full_score: number; pass_percent: number }>(sql`
    select (select coalesce(sum(q.earned), 0) from sitting_question q where q.sitting_id = s.sitting_id) as score,
           s.full_score, a.pass_percent
      from sitting s join assessment a using (assessment_id) where s.sitting_id = ${sitting_id}`);
  if (!sum) throw new Error(`sitting ${sitting_id} is gone`);
  const passed = isPassed(sum.score, sum.full_score, sum.pass_percent);
  await db.run(sql`
    update sitting set state = 'marked', score = ${sum.score}, passed = ${passed} where sitting_id = ${sitting_id}`);
  if (passed)
    await db.run(sql`
      insert into certificate (user_id, assessment_id, sitting_id, issued_at, expires_at)
      select s.user_id, s.assessment_id, s.sitting_id, ${now}, ${now}::timestamptz + make_interval(days => a.valid_days)
        from sitting s join assessment a using (assessment_id)
       where s.sitting_id = ${sitting_id} and s.user_id is not null
      on conflict do nothing`);
  return { score: sum.score, passed };
}

/** Submits sittings that are over, with the answers so far; returns how many. */
export async function endSittings({ pool, now }: Pick<App, 'pool' | 'now'>): Promise<number> {
  const at = now();
  const due = await pool.rows<{ sitting_id: number }>(sql`
    select sitting_id from sitting where state = 'sitting' and ends_at <= ${at} order by ends_at limit ${AT_ONCE}`);
  let ended = 0;
  for (const { sitting_id } of due) {
    const state = await pool.tx({}, (db) => submitSitting(db, { sitting_id, by: 'clock', now: at }));
    if (state) ended += 1;
  }
  return ended;
}

/** Runs on one server at a time. */
export function startSittingClock(app: App, also: (app: App) => Promise<unknown>): Duty {
  const clock = repeat(
    EVERY_MS,
    async () => {
      while ((await endSittings(app)) === AT_ONCE);
      await also(app);
    },
    app.log,
    'could not submit sittings that are over',
  );
  return { stop: () => clock.stop() };
}
