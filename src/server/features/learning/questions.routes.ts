import type * as z from 'zod';
import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { optionColumns, questionActions, questions } from '#shared/contract/learning/questions.ts';
import { questionProblems, tidied } from '#shared/domain/question.ts';
import { Fault } from '#shared/faults.ts';
import { keyedOptions } from './asked.ts';

export type NewQuestion = z.output<typeof questions.add.input>;

const bank = crud(questions, {
  shows: {
    ...Object.fromEntries(
      optionColumns.map((column, place) => [
        column,
        sql`coalesce(t.options -> ${place}::integer ->> 'text', '')`,
      ]),
    ),
    answer_text: sql`array_to_string(t.answers, case when t.kind in ('single', 'multiple') then '' else ' | ' end)`,
    topic_names: sql`array_to_string(t.topics, '；')`,
    papers: sql`(select count(*) from paper_question p where p.question_id = t.question_id)`,
  },
  filters: { topic: (topic: string) => sql`${topic} = any(topics)` },
  beforeSave: async (_ctx, fields, before) => {
    const whole = tidied({ ...before, ...fields } as unknown as NewQuestion);
    const problems = questionProblems(whole);
    if (problems.length > 0) throw new Fault('question_insert_failed', { fields: problems });
    const { options, answers, tolerance } = whole;
    return { ...fields, options: json(options), answers, tolerance };
  },
});

type Lost = AnswerOf<typeof questionActions.lost>;

async function whatIsLost({ db }: Pick<Ctx, 'db'>): Promise<Lost> {
  const row = await db.one<Lost>(sql`
    select (select count(*) from question) as questions,
           (select count(distinct paper_id) from paper_question) as papers,
           (select count(*) from paper_question) as paper_questions,
           (select count(*) from practice_answer) as practice_answers`);
  return row ?? { questions: 0, papers: 0, paper_questions: 0, practice_answers: 0 };
}

const actions = handlers(questionActions, {
  view: async ({ db }, { question_id }) => {
    const row = await db.one<AnswerOf<typeof questionActions.view>>(sql`
      select question_id, kind, question_title, picture, options, answers, tolerance, topics, difficulty, explanation
        from question where question_id = ${question_id}`);
    if (!row) throw new Fault('question_view_failed');
    return { ...row, options: keyedOptions(row.options) };
  },

  topics: async ({ db }) => ({
    data_info: await db.rows(sql`
      select topic, count(*) as questions from question, unnest(topics) as topic
       group by topic order by topic collate "zh-x-icu"`),
  }),

  lost: (ctx) => whatIsLost(ctx),

  clear: async (ctx, { questions: expected }) => {
    const { db } = ctx;
    // Prevents that questions are added between the count and the deletion.
    await db.run(sql`lock table question in share row exclusive mode`);
    const lost = await whatIsLost(ctx);
    if (lost.questions === 0) throw new Fault('question_clear_failed', { detail: 'bank_empty' });
    if (lost.questions !== expected)
      throw new Fault('question_clear_failed', { detail: 'bank_changed', params: { count: lost.questions } });
    const open = await db.one<{ assessment_name: string }>(
      sql`select assessment_name from assessment where state = 'open' limit 1`,
    );
    if (open)
      throw new Fault('question_clear_failed', {
        detail: 'assessment_open',
        params: { name: open.assessment_name },
      });
    await db.run(sql`delete from paper_question`);
    return { cleared: await db.run(sql`delete from question`) };
  },
});

export const questionRoutes = [...bank, ...actions];
