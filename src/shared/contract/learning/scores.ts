import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { askedQuestion } from './practice.ts';
import { difficulty, questionKind } from './questions.ts';
import { sittingState } from './sittings.ts';

/** All exams for users who may read scores, otherwise the user's own. */
export const scores = listing({
  name: 'scores',
  path: '/learning/score/data',
  needs: 'exam.sit',
  row: {
    sitting_id: id,
    assessment_id: id,
    assessment_name: z.string(),
    real_name: z.string(),
    account: z.string(),
    attempt: z.int(),
    state: sittingState,
    score: z.number().nullable(),
    full_score: z.number(),
    percent: z.number().nullable(),
    passed: z.boolean().nullable(),
    started_at: time,
    submitted_at: time.nullable(),
    submitted_by: z.enum(['self', 'clock']).nullable(),
    minutes_used: z.number().nullable(),
    checked_by: z.string(),
  },
  search: ['real_name', 'account', 'assessment_name'],
  filters: {
    assessment_id: id.optional(),
    state: sittingState.optional(),
    passed: z.boolean().optional(),
    submitted_at_from: time.optional(),
    submitted_at_to: time.optional(),
  },
});

/** Statistics of each question of an assessment. */
export const questionStatistics = listing({
  name: 'questionStatistics',
  path: '/learning/score/questions',
  needs: 'score.read',
  row: {
    question_id: id,
    question_title: z.string(),
    kind: questionKind,
    topic_names: z.string(),
    set_difficulty: difficulty,
    sat: z.int(),
    right: z.int(),
    unanswered: z.int(),
    difficulty: z.number(),
    discrimination: z.number().nullable(),
  },
  filters: { assessment_id: id.optional() },
});

export const certificateStates = ['valid', 'expiring', 'expired', 'revoked'] as const;

export const certificates = listing({
  name: 'certificates',
  path: '/learning/certificate/data',
  needs: 'score.read',
  row: {
    certificate_id: id,
    real_name: z.string(),
    account: z.string(),
    assessment_id: id,
    assessment_name: z.string(),
    state: z.enum(certificateStates),
    issued_at: time,
    expires_at: time.nullable(),
    days_left: z.int().nullable(),
    needed_for: z.int(),
    revoke_reason: z.string(),
  },
  search: ['real_name', 'account', 'assessment_name'],
  filters: { state: z.enum(certificateStates).optional(), assessment_id: id.optional() },
});

const result = z.object({
  sitting_id: id,
  version: z.int(),
  assessment_id: id,
  assessment_name: z.string(),
  real_name: z.string(),
  attempt: z.int(),
  state: sittingState,
  submitted_at: time.nullable(),
  score: z.number().nullable(),
  full_score: z.number(),
  pass_percent: z.int(),
  passed: z.boolean().nullable(),
  check_note: z.string(),
  may_check: z.boolean(),
  /** Whether the right answers may be shown yet. */
  answers_due: z.boolean(),
  questions: z.array(
    askedQuestion.extend({
      place: z.int(),
      score: z.number(),
      answer: z.array(z.string()).nullable(),
      earned: z.number().nullable(),
      solution: z
        .object({ answers: z.array(z.string()), tolerance: z.number().nullable(), explanation: z.string() })
        .nullable(),
    }),
  ),
});
export type SittingResult = z.output<typeof result>;

export const scoreActions = {
  /** One exam by question, as far as results may be shown yet. */
  view: call({
    path: '/learning/score/view',
    needs: 'exam.sit',
    input: z.object({ sitting_id: id }),
    output: result,
  }),
  summary: call({
    path: '/learning/score/summary',
    needs: 'score.read',
    input: z.object({ assessment_id: id }),
    output: z.object({
      sat: z.int(),
      waiting: z.int(),
      passed: z.int(),
      mean: z.number(),
      median: z.number(),
      best: z.number(),
      worst: z.number(),
      /** Ten steps of ten percent. */
      steps: z.array(z.int()),
    }),
  }),
  /** By the checker: final scores, and their release. */
  check: call({
    path: '/learning/score/check',
    needs: 'score.check',
    writes: true,
    input: z.object({
      sitting_id: id,
      version: z.int(),
      earned: z
        .array(z.object({ place: z.int().min(1), earned: z.number().min(0) }))
        .max(1000)
        .default([]),
      check_note: text(500).default(''),
    }),
    output: z.object({ score: z.number(), passed: z.boolean() }),
  }),
  revoke: call({
    path: '/learning/certificate/revoke',
    needs: 'score.check',
    writes: true,
    input: z.object({ certificate_id: id, reason: name(200) }),
    output: empty,
  }),
};
