import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { creditOf, earnedOf, isPassed } from '#shared/domain/marking.ts';
import { optionKey, type QuestionKind } from '#shared/domain/question.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { demoQuestions } from './exam-questions.ts';

const SCORE = 5;
const PASS_PERCENT = 60;
const VALID_DAYS = 365;

export const demoPapers = ['反控操作上岗试卷', '运维知识抽查'];
export const demoAssessments = ['反控操作上岗考核', '运维知识抽查'];

/**
 * Who has taken the demo's assessment: how many days ago, and which share of questions (every n-th) was answered
 * wrongly.
 */
const sat = [
  { account: 'operator', daysAgo: 350, wrongEvery: 5 },
  { account: 'manager', daysAgo: 60, wrongEvery: 12 },
  { account: 'auditor', daysAgo: 400, wrongEvery: 4 },
  { account: 'learner', daysAgo: 3, wrongEvery: 2 },
];

/**
 * Questions, papers, assessments, some sittings, and a requirement that is disabled because it would block visitors.
 */
export async function seedExams(db: Db): Promise<void> {
  const rows = demoQuestions.map(({ options = [], ...question }) => ({
    ...question,
    options: options.map((text) => ({ text, picture: '' })),
    tolerance: question.tolerance ?? null,
  }));
  await db.run(sql`
    insert into question (kind, question_title, options, answers, tolerance, topics, difficulty, explanation)
    select kind, question_title, options, answers, tolerance, topics, difficulty, explanation
      from jsonb_populate_recordset(null::question, ${json(rows)})
    on conflict do nothing`);
  const rules = ['空气质量', '质量控制', '通信协议'].map((topic) => ({
    ...{ topic, kind: null, difficulty: null, count: topic === '空气质量' ? 2 : 1, score: 10 },
  }));
  await db.run(sql`
    insert into paper (paper_name, how, rules)
    values ('反控操作上岗试卷', 'hand', '[]'), ('运维知识抽查', 'rule', ${json(rules)}) on conflict do nothing`);
  await db.run(sql`
    insert into paper_question (paper_id, question_id, place, score)
    select p.paper_id, q.question_id, row_number() over (order by q.question_id), ${SCORE}
      from paper p cross join question q where p.paper_name = '反控操作上岗试卷' on conflict do nothing`);
  await db.run(sql`
    insert into assessment (assessment_name, paper_id, description, learn_link, state, minutes, attempts, pass_percent, valid_days)
    select w.name, p.paper_id, w.description, '/learning/practice', 'open', w.minutes, w.attempts, ${PASS_PERCENT}, w.valid_days
      from (values ('反控操作上岗考核', '反控操作上岗试卷', '修改 K、B 值和远程校准前须通过的考核。', 20, 3, ${VALID_DAYS}::integer),
                   ('运维知识抽查', '运维知识抽查', '每人随机抽题。', 10, 5, null)) as w (name, paper, description, minutes, attempts, valid_days)
      join paper p on p.paper_name = w.paper
    on conflict do nothing`);
  await db.run(sql`
    insert into competence (subject, command_kind, assessment_id, enabled, remark)
    select 'command', 'kb_set', assessment_id, false, '演示：启用后须通过考核才能设置 K/B 值'
      from assessment where assessment_name = '反控操作上岗考核' on conflict do nothing`);
  for (const one of sat) await seedSitting(db, one);
}

interface Placed {
  question_id: number;
  kind: QuestionKind;
  question_title: string;
  options: { text: string; picture: string }[];
  answers: string[];
  tolerance: number | null;
  explanation: string;
}

async function seedSitting(db: Db, { account, daysAgo, wrongEvery }: (typeof sat)[number]): Promise<void> {
  const placed = await db.rows<Placed>(sql`
    select q.question_id, q.kind, q.question_title, q.options, q.answers, q.tolerance, q.explanation
      from paper p join paper_question pq using (paper_id) join question q using (question_id)
     where p.paper_name = '反控操作上岗试卷' order by pq.place`);
  const items = placed.map(({ question_id, options, ...rest }, at) => {
    const question = {
      ...rest,
      picture: '',
      options: options.map((option, place) => ({ key: optionKey(place), ...option })),
    };
    const answer =
      (at + 1) % wrongEvery === 0
        ? wrongAnswer(question.kind)
        : rest.answers.slice(0, rest.kind === 'fill' ? 1 : 8);
    return {
      place: at + 1,
      question_id,
      question,
      score: SCORE,
      answer,
      earned: earnedOf(SCORE, creditOf(question, answer)),
    };
  });
  const score = items.reduce((sum, { earned }) => sum + earned, 0);
  const passed = isPassed(score, items.length * SCORE, PASS_PERCENT);
  const begun = new Date(Date.now() - daysAgo * DAY_MS);
  const ended = new Date(begun.getTime() + 11 * MINUTE_MS);
  const sitting = await db.one<{ sitting_id: number }>(sql`
    insert into sitting (assessment_id, user_id, account, real_name, attempt, state, started_at, ends_at, submitted_at,
                         submitted_by, full_score, score, passed)
    select a.assessment_id, u.user_id, u.account, u.real_name, 1, 'marked', ${begun},
           ${begun}::timestamptz + interval '20 minutes', ${ended}, 'self', ${items.length * SCORE}, ${score}, ${passed}
      from assessment a, user_account u where a.assessment_name = '反控操作上岗考核' and lower(u.account) = ${account}
    on conflict do nothing returning sitting_id`);
  if (!sitting) return;
  await db.run(sql`
    insert into sitting_question (sitting_id, place, question_id, question, score, answer, answered_at, earned)
    select ${sitting.sitting_id}, place, question_id, question, score, answer, ${ended}, earned
      from jsonb_to_recordset(${json(items)})
        as i (place integer, question_id integer, question jsonb, score numeric, answer text[], earned numeric)`);
  if (passed)
    await db.run(sql`
      insert into certificate (user_id, assessment_id, sitting_id, issued_at, expires_at)
      select user_id, assessment_id, sitting_id, ${ended}, ${ended}::timestamptz + make_interval(days => ${VALID_DAYS})
        from sitting where sitting_id = ${sitting.sitting_id}`);
}

function wrongAnswer(kind: QuestionKind): string[] {
  return { single: ['A'], multiple: ['B'], judge: ['true'], fill: ['不知道'], number: ['0'] }[kind];
}
