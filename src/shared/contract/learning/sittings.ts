import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { askedQuestion, givenAnswer } from './practice.ts';

export const sittingStates = ['sitting', 'submitted', 'marked'] as const;
export const sittingState = z.enum(sittingStates);

const one = z.object({ sitting_id: id });

/** The questions of this exam and the answers so far, without the right answers. */
const sat = z.object({
  sitting_id: id,
  assessment_id: id,
  assessment_name: z.string(),
  state: sittingState,
  attempt: z.int(),
  started_at: time,
  ends_at: time,
  /** Time of the server, because the browser's clock may be wrong. */
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
  /** The exam in progress. */
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
  /** Number of actions that require it. */
  needed_for: z.int(),
});
export type MyAssessment = z.output<typeof mine>;

export const sittings = {
  /** Assessments that the user may take or has taken. */
  mine: call({
    path: '/learning/sitting/mine',
    needs: 'exam.sit',
    input: empty,
    output: z.object({ now: time, data_info: z.array(mine) }),
  }),
  /** Starts an exam, or resumes it on this or another device. */
  begin: call({
    path: '/learning/sitting/begin',
    needs: 'exam.sit',
    writes: true,
    input: z.object({ assessment_id: id }),
    output: one,
  }),
  data: call({ path: '/learning/sitting/paper', needs: 'exam.sit', input: one, output: sat }),
  /** One question by position; after the last one: 112. */
  question: call({
    path: '/learning/sitting/question',
    needs: 'exam.sit',
    input: one.extend({ place: z.int().min(1) }),
    output: sat.shape.questions.element,
  }),
  /** Stored before it is acknowledged. An empty answer deletes the previous one. */
  answer: call({
    path: '/learning/sitting/answer',
    needs: 'exam.sit',
    input: one.extend({ place: z.int().min(1), answer: givenAnswer }),
    output: z.object({ saved_at: time, ends_at: time }),
  }),
  /** Only once. With unanswered questions it asks for confirmation first: 96. */
  submit: call({
    path: '/learning/sitting/submit',
    needs: 'exam.sit',
    writes: true,
    done: 'paper_submitted',
    input: one.extend({ unanswered_ok: z.boolean().default(false) }),
    output: z.object({ state: sittingState }),
  }),
};
