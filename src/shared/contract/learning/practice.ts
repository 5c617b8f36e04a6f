import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { difficulty, questionKind } from './questions.ts';

export const practiceModes = ['topic', 'mistakes', 'random'] as const;
const mode = z.enum(practiceModes);

/** The question without its answers. */
export const askedQuestion = z.object({
  kind: questionKind,
  question_title: z.string(),
  picture: z.string(),
  options: z.array(z.object({ key: z.string(), text: z.string(), picture: z.string() })),
});

export const givenAnswer = z.array(text(200)).max(20);

/** Shown after a question was answered. */
const solution = z.object({
  correct: z.boolean(),
  answer: z.array(z.string()),
  answers: z.array(z.string()),
  tolerance: z.number().nullable(),
  explanation: z.string(),
});

const round = z.object({
  practice_id: id,
  mode,
  topic: z.string(),
  started_at: time,
  questions: z.array(
    askedQuestion.extend({
      question_id: id,
      topics: z.array(z.string()),
      difficulty,
      solution: solution.nullable(),
    }),
  ),
});

const wish = z.object({
  mode,
  topic: text(50).default(''),
  count: z.int().min(1).max(100).default(20),
});

export const practice = {
  /** Available topics, and the number of questions last answered wrong. */
  offer: call({
    path: '/learning/practice/offer',
    needs: 'practice.do',
    input: empty,
    output: z.object({
      topics: z.array(
        z.object({ topic: z.string(), questions: z.int(), answered: z.int(), correct: z.int() }),
      ),
      questions: z.int(),
      mistakes: z.int(),
      /** An unfinished round. */
      unfinished: z
        .object({ practice_id: id, mode, topic: z.string(), answered: z.int(), questions: z.int() })
        .nullable(),
    }),
  }),
  begin: call({
    path: '/learning/practice/begin',
    needs: 'practice.do',
    writes: true,
    input: wish,
    output: z.object({ practice_id: id }),
  }),
  data: call({
    path: '/learning/practice/round',
    needs: 'practice.do',
    input: z.object({ practice_id: id }),
    output: round,
  }),
  /** Right: 83. Wrong: 86, answered before: 85, both with the solution as data. */
  answer: call({
    path: '/learning/practice/answer',
    needs: 'practice.do',
    done: 'answer_correct',
    input: z.object({ practice_id: id, question_id: id, answer: givenAnswer }),
    output: solution,
  }),
  /** The user's progress over all rounds. */
  completion: call({
    path: '/learning/practice/completion',
    needs: 'practice.do',
    done: 'completion_viewed',
    input: empty,
    output: z.object({
      answered: z.int(),
      correct: z.int(),
      rounds: z.int(),
      days: z.int(),
      topics: z.array(z.object({ topic: z.string(), answered: z.int(), correct: z.int() })),
    }),
  }),
  /** Deletes all rounds and answers of the user. */
  clear: call({
    path: '/learning/practice/clear',
    needs: 'practice.do',
    writes: true,
    done: 'answers_cleared',
    input: empty,
    output: z.object({ cleared: z.int() }),
  }),
};
export type Solution = z.output<typeof solution>;

/** The user's own answers. */
export const practiceRecords = listing({
  name: 'practiceRecords',
  path: '/learning/practice/records',
  needs: 'practice.do',
  row: {
    practice_id: id,
    question_id: id,
    question_title: z.string(),
    kind: questionKind,
    topic_names: z.string(),
    mode,
    correct: z.boolean(),
    given: z.string(),
    answered_at: time,
  },
  search: ['question_title', 'topic_names'],
  filters: {
    correct: z.boolean().optional(),
    mode: mode.optional(),
    answered_at_from: time.optional(),
    answered_at_to: time.optional(),
  },
});
