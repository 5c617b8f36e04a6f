import type { Ctx } from '#server/app.ts';
import { requireCovers } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import { certificates, type SittingResult, scoreActions, scores } from '#shared/contract/learning/scores.ts';
import { may, SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';
import { asked, type Drawn } from './asked.ts';
import { certificateRows } from './certificates.ts';
import { statisticsList, summaryOf } from './statistics.ts';
import { releaseSitting, setEarned } from './submit.ts';

const readsAll = ({ user }: Ctx) => may(user, 'score.read');

const table = list(scores, {
  select: (ctx) => {
    const seen = readsAll(ctx) ? sql`true` : sql`s.user_id = ${ctx.user.user_id}`;
    // Scores that await a check are visible only to users who read all scores.
    const released = readsAll(ctx) ? sql`s.state <> 'sitting'` : sql`s.state = 'marked'`;
    return sql`
      select s.sitting_id, s.assessment_id, a.assessment_name, s.real_name, s.account, s.attempt, s.state,
             case when ${released} then e.score end as score, s.full_score,
             case when ${released} then round(100 * e.score / s.full_score, 1) end as percent,
             case when s.state = 'marked' then s.passed end as passed, s.started_at, s.submitted_at, s.submitted_by,
             round(extract(epoch from s.submitted_at - s.started_at) / 60, 1) as minutes_used, s.checked_by
        from sitting s join assessment a using (assessment_id)
       cross join lateral (
         select coalesce(s.score, (select sum(q.earned) from sitting_question q where q.sitting_id = s.sitting_id)) as score) e
       where ${seen}`;
  },
  sort: sql`started_at desc, sitting_id desc`,
});

type Head = Omit<SittingResult, 'questions'> & {
  user_id: number | null;
  checker_id: number | null;
  answers_shown: string;
  is_closed: boolean;
};

/** Nobody checks their own sitting, except the super administrator, who may be the only checker. */
const isOwnWork = ({ user }: Ctx, user_id: number | null) =>
  user_id === user.user_id && user.role_id !== SUPER_ROLE;

async function view(ctx: Ctx, { sitting_id }: { sitting_id: number }): Promise<SittingResult> {
  const { db, user } = ctx;
  const head = await db.one<Head>(sql`
    select s.sitting_id, s.version, s.assessment_id, a.assessment_name, s.real_name, s.user_id, s.attempt, s.state,
           s.submitted_at, s.score, s.full_score, a.pass_percent, s.passed, s.check_note, a.checker_id, a.answers_shown,
           a.state = 'closed' or a.closes_at <= ${ctx.now()} is true as is_closed
      from sitting s join assessment a using (assessment_id) where s.sitting_id = ${sitting_id}`);
  if (!head || (head.user_id !== user.user_id && !readsAll(ctx))) throw new Fault('score_view_failed');
  const may_check =
    head.state === 'submitted' && head.checker_id === user.user_id && !isOwnWork(ctx, head.user_id);
  if (head.state === 'sitting') throw new Fault('score_view_failed', { detail: 'sitting_not_over' });
  // One's own score is hidden until its release, even with the power to read all scores.
  const isOwn = head.user_id === user.user_id;
  if (head.state !== 'marked' && (isOwn || !readsAll(ctx)) && !may_check)
    throw new Fault('score_view_failed', { detail: 'score_not_released' });
  const answers_due =
    (!isOwn && readsAll(ctx)) ||
    may_check ||
    head.answers_shown === 'with_marks' ||
    (head.answers_shown === 'after_close' && head.is_closed);
  const rows = await db.rows<{
    place: number;
    score: number;
    answer: string[] | null;
    earned: number | null;
    question: Drawn;
  }>(sql`
    select place, score, answer, earned, question from sitting_question where sitting_id = ${sitting_id} order by place`);
  return {
    ...head,
    may_check,
    answers_due,
    questions: rows.map(({ question, ...row }) => ({
      ...asked(question),
      ...row,
      solution: answers_due
        ? { answers: [...question.answers], tolerance: question.tolerance, explanation: question.explanation }
        : null,
    })),
  };
}

/** Only the assessment's checker may check; `version` detects changes since it was read. */
async function check(ctx: Ctx, wanted: ParsedOf<typeof scoreActions.check>) {
  const { db, user } = ctx;
  const { sitting_id, version, earned, check_note } = wanted;
  const found = await db.one<{ checker_id: number | null; user_id: number | null }>(sql`
    select a.checker_id, s.user_id from sitting s join assessment a using (assessment_id) where s.sitting_id = ${sitting_id}`);
  if (!found) throw new Fault('score_view_failed');
  if (found.checker_id !== user.user_id) throw new Fault('admin_id_wrong', { detail: 'not_the_checker' });
  if (isOwnWork(ctx, found.user_id)) throw new Fault('admin_id_wrong', { detail: 'score_own' });
  const taken = await db.run(sql`
    update sitting set checked_by = ${user.real_name}, checked_at = ${ctx.now()}, check_note = ${check_note}
     where sitting_id = ${sitting_id} and state = 'submitted' and version = ${version}`);
  if (taken === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
  const places = new Set(earned.map(({ place }) => place));
  const set = await setEarned(db, sitting_id, earned);
  if (places.size < earned.length || set < earned.length)
    throw new Fault('parameter_error', { fields: [{ field: 'earned', problem: 'score_too_big' }] });
  return releaseSitting(db, sitting_id, ctx.now());
}

const actions = handlers(scoreActions, {
  view,
  summary: summaryOf,
  check,
  revoke: async (ctx, { certificate_id, reason }) => {
    const { db, now } = ctx;
    const holder = await db.one<{ user_id: number }>(
      sql`select user_id from certificate where certificate_id = ${certificate_id}`,
    );
    await requireCovers(ctx, holder ? [holder.user_id] : []);
    const revoked = await db.run(sql`
      update certificate set revoked_at = ${now()}, revoke_reason = ${reason}
       where certificate_id = ${certificate_id} and revoked_at is null`);
    if (revoked === 0) throw new Fault('no_data');
    return {};
  },
});

const held = list(certificates, {
  select: (ctx) => certificateRows(ctx.now()),
  sort: sql`array_position(array['expiring', 'expired', 'valid', 'revoked'], state), expires_at, certificate_id desc`,
});

export const scoreRoutes = [table, statisticsList, held, ...actions];
