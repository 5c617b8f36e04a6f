import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { askedQuestion, givenAnswer } from './practice.ts';

export const sittingStates = ['sitting', 'submitted', 'marked'] as const;
export const sittingState = z.enum(sittingStates);

const one = z.object({ sitting_id: id });

/** Its questions as this person has them, with what they have answered so far; never with what is right. */
const sat = z.object({
  sitting_id: id,
  assessment_id: id,
  assessment_name: z.string(),
  state: sittingState,
  attempt: z.int(),
  started_at: time,
  ends_at: time,
  /** The server's clock: the browser's may be wrong. */
  now: time,
  full_score: z.number(),
  questions: z.array(
    askedQuestion.extend({ place: z.int(), score: z.number(), answer: z.array(z.string()).nullable() }),
  ),
});
export type Sat = z.output<typeof sat>;

const mine = z.object({
  assessment_id: id,
  assessment_name: z.string(),
  description: z.string(),
  learn_link: z.string(),
  opens_at: time.nullable(),
  closes_at: time.nullable(),
  minutes: z.int(),
  attempts: z.int(),
  used: z.int(),
  pass_percent: z.int(),
  valid_days: z.int().nullable(),
  questions: z.int(),
  full_score: z.number(),
  /** One that is being sat. */
  sitting_id: id.nullable(),
  ends_at: time.nullable(),
  last: z
    .object({
      sitting_id: id,
      state: sittingState,
      percent: z.number().nullable(),
      passed: z.boolean().nullable(),
    })
    .nullable(),
  certificate: z.object({ issued_at: time, expires_at: time.nullable() }).nullable(),
  may_begin: z.enum(['yes', 'not_yet', 'over', 'used_up']),
  /** What only those may do who have passed it. */
  needed_for: z.int(),
});
export type MyAssessment = z.output<typeof mine>;

export const sittings = {
  /** The assessments that one may sit, or has sat. */
  mine: call({
    path: '/learning/sitting/mine',
    needs: 'exam.sit',
    input: empty,
    output: z.object({ now: time, data_info: z.array(mine) }),
  }),
  /** Begins, or goes on with what was begun on this or another device. */
  begin: call({
    path: '/learning/sitting/begin',
    needs: 'exam.sit',
    writes: true,
    input: z.object({ assessment_id: id }),
    output: one,
  }),
  data: call({ path: '/learning/sitting/paper', needs: 'exam.sit', input: one, output: sat }),
  /** One question by its place; beyond the last one: 112. */
  question: call({
    path: '/learning/sitting/question',
    needs: 'exam.sit',
    input: one.extend({ place: z.int().min(1) }),
    output: sat.shape.questions.element,
  }),
  /** Stored before it is acknowledged. An empty answer takes the old one back. */
  answer: call({
    path: '/learning/sitting/answer',
    needs: 'exam.sit',
    input: one.extend({ place: z.int().min(1), answer: givenAnswer }),
    output: z.object({ saved_at: time, ends_at: time }),
  }),
  /** Once. With questions left open it asks first: 96. */
  submit: call({
    path: '/learning/sitting/submit',
    needs: 'exam.sit',
    writes: true,
    done: 'paper_submitted',
    input: one.extend({ unanswered_ok: z.boolean().default(false) }),
    output: z.object({ state: sittingState }),
  }),
};
