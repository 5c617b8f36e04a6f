import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { practice, practiceRecords, type Solution } from '#shared/contract/learning/practice.ts';
import { creditOf, isAnswer } from '#shared/domain/marking.ts';
import type { Difficulty, QuestionCore } from '#shared/domain/question.ts';
import { networkZone } from '#shared/domain/time.ts';
import { Fault } from '#shared/faults.ts';
import { asked, keyedOptions } from './asked.ts';

type Offer = AnswerOf<typeof practice.offer>;

const usable = sql`q.enabled and q.in_practice`;

/** The user's last answer to each question. */
const lastAnswers = (user_id: number) => sql`
  select distinct on (a.question_id) a.question_id, a.correct from practice_answer a
   where a.user_id = ${user_id} order by a.question_id, a.answered_at desc, a.practice_id desc`;

/** Practice shows solutions, so it is closed during the user's own sitting. */
async function refuseWhileSitting({ db, user, now }: Ctx): Promise<void> {
  const open = await db.one(sql`
    select from sitting where user_id = ${user.user_id} and state = 'sitting' and ends_at > ${now()}`);
  if (open) throw new Fault('question_return_failed', { detail: 'sitting_open' });
}

interface Row extends QuestionCore {
  question_id: number;
  question_title: string;
  picture: string;
  explanation: string;
  topics: string[];
  difficulty: Difficulty;
}

async function begin(ctx: Ctx, { mode, topic, count }: ParsedOf<typeof practice.begin>) {
  const { db, user } = ctx;
  await refuseWhileSitting(ctx);
  if (mode === 'topic' && topic === '')
    throw new Fault('parameter_error', { fields: [{ field: 'topic', problem: 'required' }] });
  const limit = {
    topic: sql`${topic} = any(q.topics)`,
    mistakes: sql`q.question_id in (select m.question_id from (${lastAnswers(user.user_id)}) m where not m.correct)`,
    random: sql`true`,
  }[mode];
  const drawn = await db.rows<{ question_id: number }>(sql`
    select q.question_id from question q where ${usable} and ${limit} order by random() limit ${count}`);
  if (drawn.length === 0) throw new Fault('question_return_failed', { detail: `practice_none_${mode}` });
  const row = await db.one<{ practice_id: number }>(sql`
    insert into practice (user_id, mode, topic, question_ids, started_at)
    values (${user.user_id}, ${mode}, ${mode === 'topic' ? topic : ''},
            ${drawn.map(({ question_id }) => question_id)}, ${ctx.now()})
    returning practice_id`);
  if (!row) throw new Fault('question_return_failed');
  return row;
}

async function data(ctx: Ctx, { practice_id }: { practice_id: number }) {
  const { db, user } = ctx;
  await refuseWhileSitting(ctx);
  const round = await db.one<
    Pick<AnswerOf<typeof practice.data>, 'practice_id' | 'mode' | 'topic' | 'started_at'>
  >(sql`
    select practice_id, mode, topic, started_at from practice
     where practice_id = ${practice_id} and user_id = ${user.user_id}`);
  if (!round) throw new Fault('question_return_failed');
  const rows = await db.rows<Row & { answer: string[] | null; correct: boolean | null }>(sql`
    select q.question_id, q.kind, q.question_title, q.picture, q.options, q.answers, q.tolerance, q.explanation, q.topics,
           q.difficulty, a.answer, a.correct
      from practice p
     cross join lateral unnest(p.question_ids) with ordinality as n (question_id, place)
      join question q on q.question_id = n.question_id
      left join practice_answer a on a.practice_id = p.practice_id and a.question_id = q.question_id
     where p.practice_id = ${practice_id} order by n.place`);
  return {
    ...round,
    questions: rows.map((row) => ({
      ...asked({ ...row, options: keyedOptions(row.options) }),
      question_id: row.question_id,
      topics: row.topics,
      difficulty: row.difficulty,
      solution: row.answer ? solutionOf(row, row.answer, row.correct ?? false) : null,
    })),
  };
}

function solutionOf({ answers, tolerance, explanation }: Row, answer: string[], correct: boolean): Solution {
  return { correct, answer, answers: [...answers], tolerance, explanation };
}

/**
 * Stores the first answer, then reports it: a right one succeeds; a wrong one (code 86) and a repeated one (code 85)
 * are errors that contain the solution.
 */
async function answer(
  ctx: Ctx,
  { practice_id, question_id, answer: given }: ParsedOf<typeof practice.answer>,
) {
  const { db, user } = ctx;
  await refuseWhileSitting(ctx);
  const row = await db.one<Row>(sql`
    select q.question_id, q.kind, q.question_title, q.picture, q.options, q.answers, q.tolerance, q.explanation, q.topics, q.difficulty
      from practice p join question q on q.question_id = any(p.question_ids)
     where p.practice_id = ${practice_id} and p.user_id = ${user.user_id} and q.question_id = ${question_id}`);
  if (!row)
    throw new Fault('question_id_illegal', { fields: [{ field: 'question_id', problem: 'unknown_value' }] });
  const question = { ...row, options: keyedOptions(row.options) };
  if (given.every((part) => part === ''))
    throw new Fault('not_answered', { fields: [{ field: 'answer', problem: 'answer_missing' }] });
  if (!isAnswer(question, given))
    throw new Fault('answer_failed', { fields: [{ field: 'answer', problem: `answer_of_${row.kind}` }] });
  const correct = creditOf(question, given) === 1;
  const stored = await db.run(sql`
    insert into practice_answer (practice_id, question_id, user_id, answer, correct, answered_at)
    values (${practice_id}, ${question_id}, ${user.user_id}, ${given}, ${correct}, ${ctx.now()})
    on conflict do nothing`);
  if (stored === 0) throw new Fault('already_answered', { data: await firstAnswer(ctx, practice_id, row) });
  const solution = solutionOf(row, given, correct);
  if (!correct) throw new Fault('answer_wrong', { data: solution });
  return solution;
}

async function firstAnswer({ db }: Ctx, practice_id: number, row: Row): Promise<Solution> {
  const first = await db.one<{ answer: string[]; correct: boolean }>(sql`
    select answer, correct from practice_answer where practice_id = ${practice_id} and question_id = ${row.question_id}`);
  return solutionOf(row, first?.answer ?? [], first?.correct ?? false);
}

async function offer({ db, user }: Ctx): Promise<Offer> {
  const topics = await db.rows<Offer['topics'][number]>(sql`
    select topic, count(*) as questions, count(l.question_id) as answered, count(*) filter (where l.correct) as correct
      from question q cross join unnest(q.topics) as topic
      left join (${lastAnswers(user.user_id)}) l using (question_id)
     where ${usable} group by topic order by topic collate "zh-x-icu"`);
  const counts = await db.one<Pick<Offer, 'questions' | 'mistakes'>>(sql`
    select count(*) as questions, count(*) filter (where not l.correct) as mistakes
      from question q left join (${lastAnswers(user.user_id)}) l using (question_id) where ${usable}`);
  const unfinished = await db.one<NonNullable<Offer['unfinished']>>(sql`
    select p.practice_id, p.mode, p.topic, n.answered, n.questions
      from practice p cross join lateral (
        select count(q.question_id) as questions, count(a.question_id) as answered
          from question q left join practice_answer a on a.practice_id = p.practice_id and a.question_id = q.question_id
         where q.question_id = any(p.question_ids)) n
     where p.user_id = ${user.user_id} and n.answered < n.questions order by p.practice_id desc limit 1`);
  return {
    topics,
    questions: counts?.questions ?? 0,
    mistakes: counts?.mistakes ?? 0,
    unfinished: unfinished ?? null,
  };
}

async function completion({ db, user }: Ctx): Promise<AnswerOf<typeof practice.completion>> {
  const mine = sql`from practice_answer a where a.user_id = ${user.user_id}`;
  const row = await db.one<Omit<AnswerOf<typeof practice.completion>, 'topics'>>(sql`
    select count(*) as answered, count(*) filter (where a.correct) as correct, count(distinct a.practice_id) as rounds,
           count(distinct (a.answered_at at time zone ${networkZone()})::date) as days ${mine}`);
  if (!row || row.answered === 0) throw new Fault('completion_view_failed', { detail: 'practice_not_begun' });
  const topics = await db.rows<AnswerOf<typeof practice.completion>['topics'][number]>(sql`
    select topic, count(*) as answered, count(*) filter (where a.correct) as correct
      from practice_answer a join question q using (question_id) cross join unnest(q.topics) as topic
     where a.user_id = ${user.user_id} group by topic order by topic collate "zh-x-icu"`);
  return { ...row, topics };
}

const actions = handlers(practice, {
  offer,
  begin,
  data,
  answer,
  completion,
  clear: async ({ db, user }) => {
    const cleared = await db.run(sql`delete from practice where user_id = ${user.user_id}`);
    if (cleared === 0) throw new Fault('answers_clear_failed', { detail: 'practice_not_begun' });
    return { cleared };
  },
});

const records = list(practiceRecords, {
  select: ({ user }) => sql`
    select a.practice_id, a.question_id, q.question_title, q.kind, array_to_string(q.topics, '；') as topic_names, p.mode, a.correct,
           array_to_string(a.answer, ' ') as given, a.answered_at
      from practice_answer a join practice p using (practice_id) join question q using (question_id)
     where a.user_id = ${user.user_id}`,
  sort: sql`answered_at desc, practice_id desc, question_id`,
});

export const practiceRoutes = [...actions, records];
