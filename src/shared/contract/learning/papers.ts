import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, remark, text } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { difficulty, questionKind } from './questions.ts';

const score = z.number().min(0.5).max(1000);

/** Number of questions of a topic, kind and difficulty; each of these is optional. */
const rule = z.object({
  topic: text(50).default(''),
  kind: questionKind.nullable().default(null),
  difficulty: difficulty.nullable().default(null),
  count: z.int().min(1).max(200),
  score,
});
export type PaperRule = z.output<typeof rule>;

export const papers = resource({
  name: 'papers',
  table: 'paper',
  path: '/learning/paper',
  id: 'paper_id',
  needs: 'paper',
  fields: {
    paper_name: name(100),
    how: z.enum(['hand', 'rule']),
    rules: z.array(rule).max(50).default([]),
    shuffle_questions: z.boolean().default(true),
    shuffle_options: z.boolean().default(true),
    partial_credit: z.boolean().default(false),
    remark,
  },
  shows: { questions: z.int(), full_score: z.number(), assessments: z.int() },
  search: ['paper_name', 'remark'],
  filters: { how: z.enum(['hand', 'rule']).optional() },
});

const places = z.array(z.object({ question_id: id, score })).max(500);

export const paperActions = {
  /** A paper with its questions and answers; for rules, the number of candidates of each rule. */
  view: call({
    path: '/learning/paper/view',
    needs: 'paper.read',
    input: z.object({ paper_id: id }),
    output: z.object({
      paper_id: id,
      paper_name: z.string(),
      how: z.enum(['hand', 'rule']),
      full_score: z.number(),
      /** It was used in an exam, so its questions cannot be changed. */
      is_sat: z.boolean(),
      questions: z.array(
        z.object({
          question_id: id,
          place: z.int(),
          score: z.number(),
          kind: questionKind,
          question_title: z.string(),
          topics: z.array(z.string()),
          difficulty,
        }),
      ),
      rules: z.array(rule.extend({ there: z.int() })),
    }),
  }),
  addQuestions: call({
    path: '/learning/paper/question/add',
    needs: 'paper.write',
    writes: true,
    input: z.object({ paper_id: id, question_ids: z.array(id).min(1, 'required').max(500), score }),
    output: empty,
  }),
  removeQuestions: call({
    path: '/learning/paper/question/delete',
    needs: 'paper.write',
    writes: true,
    input: z.object({ paper_id: id, question_ids: z.array(id).min(1, 'required').max(500) }),
    output: empty,
  }),
  /** Sets order and scores of all questions. */
  arrange: call({
    path: '/learning/paper/question/arrange',
    needs: 'paper.write',
    writes: true,
    input: z.object({ paper_id: id, questions: places.min(1, 'required') }),
    output: empty,
  }),
};
