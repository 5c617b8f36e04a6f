import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import { type Sat, sittings } from '#shared/contract/learning/sittings.ts';
import { isAnswer } from '#shared/domain/marking.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { asked, type Drawn } from './asked.ts';
import { mayBegin, myAssessments, sits } from './my-assessments.ts';
import { drawPaper } from './paper.ts';
import { submitSitting } from './submit.ts';

type Begun = Parameters<typeof drawPaper>[1] & {
  state: string;
  opens_at: string | null;
  closes_at: string | null;
  minutes: number;
  attempts: number;
  used: number;
  sits: boolean;
  open_id: number | null;
};

async function begin(
  ctx: Ctx,
  { assessment_id }: { assessment_id: number },
): Promise<{ sitting_id: number }> {
  const { db, user } = ctx;
  const now = ctx.now();
  const found = await db.one<Begun>(sql`
    select a.state, a.opens_at, a.closes_at, a.minutes, a.attempts, ${sits(user)} as sits,
           p.paper_id, p.how, p.rules, p.shuffle_questions, p.shuffle_options,
           (select count(*) from sitting s where s.assessment_id = a.assessment_id and s.user_id = ${user.user_id}) as used,
           (select s.sitting_id from sitting s where s.assessment_id = a.assessment_id and s.user_id = ${user.user_id}
               and s.state = 'sitting') as open_id
      from assessment a join paper p using (paper_id) where a.assessment_id = ${assessment_id}`);
  if (!found?.sits) throw new Fault('paper_view_failed', { detail: 'not_for_you' });
  if (found.open_id !== null) return { sitting_id: found.open_id };
  const may = mayBegin(found, now);
  if (may === 'used_up')
    throw new Fault('paper_already_examined', {
      detail: 'attempts_used',
      params: { count: found.attempts },
    });
  if (may !== 'yes') throw new Fault('paper_view_failed', { detail: `assessment_${may}` });
  const drawn = await drawPaper(db, found);
  const closes = found.closes_at ? Date.parse(found.closes_at) : Number.POSITIVE_INFINITY;
  const ends_at = new Date(Math.min(now.getTime() + found.minutes * MINUTE_MS, closes));
  const full = drawn.reduce((sum, { score }) => sum + score, 0);
  // If two devices begin at once, the unique index lets one insert; the other joins its sitting.
  const made = await db.one<{ sitting_id: number }>(sql`
    insert into sitting (assessment_id, user_id, account, real_name, attempt, started_at, ends_at, full_score)
    values (${assessment_id}, ${user.user_id}, ${user.account}, ${user.real_name}, ${found.used + 1}, ${now}, ${ends_at},
            ${full})
    on conflict do nothing returning sitting_id`);
  if (!made) return openSitting(ctx, assessment_id);
  await db.run(sql`
    insert into sitting_question (sitting_id, place, question_id, question, score)
    select ${made.sitting_id}, place, question_id, question, score
      from jsonb_to_recordset(${json(drawn)}) as d (place integer, question_id integer, question jsonb, score numeric)`);
  return made;
}

async function openSitting({ db, user }: Ctx, assessment_id: number): Promise<{ sitting_id: number }> {
  const open = await db.one<{ sitting_id: number }>(sql`
    select sitting_id from sitting
     where assessment_id = ${assessment_id} and user_id = ${user.user_id} order by attempt desc limit 1`);
  if (!open) throw new Fault('paper_view_failed');
  return open;
}

type Row = Sat['questions'][number] & { question: Drawn };

const shown = ({ place, score, answer, question }: Row) => ({ ...asked(question), place, score, answer });

async function data(ctx: Ctx, { sitting_id }: { sitting_id: number }): Promise<Sat> {
  const { db, user } = ctx;
  const now = ctx.now();
  const head = () =>
    db.one<Omit<Sat, 'questions' | 'now'>>(sql`
      select s.sitting_id, s.assessment_id, a.assessment_name, s.state, s.attempt, s.started_at, s.ends_at, s.full_score
        from sitting s join assessment a using (assessment_id)
       where s.sitting_id = ${sitting_id} and s.user_id = ${user.user_id}`);
  let sitting = await head();
  if (!sitting) throw new Fault('exam_status_query_failed');
  if (sitting.state === 'sitting' && Date.parse(sitting.ends_at) <= now.getTime()) {
    await ctx.pool.tx({}, (tx) => submitSitting(tx, { sitting_id, by: 'clock', now }));
    sitting = (await head()) ?? sitting;
  }
  const rows =
    sitting.state === 'sitting'
      ? await db.rows<Row>(sql`
          select place, score, answer, question from sitting_question where sitting_id = ${sitting_id} order by place`)
      : [];
  return { ...sitting, now: now.toISOString(), questions: rows.map(shown) };
}

/** The sitting must be the user's own, open and in time. */
async function ownQuestion(ctx: Ctx, sitting_id: number, place: number): Promise<Row> {
  const { db, user } = ctx;
  const sitting = await db.one<{ state: string; is_late: boolean; count: number }>(sql`
    select s.state, s.ends_at <= ${ctx.now()} as is_late,
           (select count(*) from sitting_question q where q.sitting_id = s.sitting_id) as count
      from sitting s where s.sitting_id = ${sitting_id} and s.user_id = ${user.user_id}`);
  if (!sitting) throw new Fault('exam_status_query_failed');
  if (sitting.state !== 'sitting') throw new Fault('answer_failed', { detail: 'sitting_submitted' });
  if (sitting.is_late) throw new Fault('answer_failed', { detail: 'sitting_over' });
  if (place > sitting.count) throw new Fault('last_question');
  const row = await db.one<Row>(sql`
    select place, score, answer, question from sitting_question where sitting_id = ${sitting_id} and place = ${place}`);
  if (!row) throw new Fault('question_id_illegal');
  return row;
}

/**
 * Saved with one atomic statement that locks the sitting against submission: acknowledged answers are marked, and none
 * is saved after the end.
 */
async function answer(ctx: Ctx, { sitting_id, place, answer: given }: ParsedOf<typeof sittings.answer>) {
  const { db, user } = ctx;
  const now = ctx.now();
  const { question } = await ownQuestion(ctx, sitting_id, place);
  const isEmpty = given.every((part) => part === '');
  if (!isEmpty && !isAnswer(question, given))
    throw new Fault('answer_failed', {
      fields: [{ field: 'answer', problem: `answer_of_${question.kind}` }],
    });
  const saved = await db.one<{ ends_at: string }>(sql`
    with open as (
      select s.sitting_id, s.ends_at from sitting s
       where s.sitting_id = ${sitting_id} and s.user_id = ${user.user_id} and s.state = 'sitting' and s.ends_at > ${now}
         for share)
    update sitting_question q set answer = ${isEmpty ? null : given}, answered_at = ${now} from open
     where q.sitting_id = open.sitting_id and q.place = ${place} returning open.ends_at`);
  if (!saved) throw new Fault('answer_failed', { detail: 'sitting_submitted' });
  return { saved_at: now.toISOString(), ends_at: saved.ends_at };
}

export const sittingRoutes = handlers(sittings, {
  mine: (ctx) => myAssessments(ctx),
  begin,
  data,
  question: async (ctx, { sitting_id, place }) => shown(await ownQuestion(ctx, sitting_id, place)),
  answer,
  submit: async (ctx, { sitting_id, unanswered_ok }) => {
    const { db, user } = ctx;
    const own = await db.one(sql`
      select from sitting where sitting_id = ${sitting_id} and user_id = ${user.user_id}`);
    if (!own) throw new Fault('exam_status_query_failed');
    const state = await submitSitting(db, { sitting_id, by: 'self', now: ctx.now() });
    if (!state) throw new Fault('paper_submit_failed', { detail: 'sitting_submitted' });
    const left = await db.run(sql`
      select from sitting_question where sitting_id = ${sitting_id} and answer is null`);
    // Rolls back the submission.
    if (left > 0 && !unanswered_ok)
      throw new Fault('not_answered', { detail: 'left_open', params: { count: left } });
    return { state };
  },
});
