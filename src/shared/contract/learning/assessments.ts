import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, text, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const assessmentStates = ['draft', 'open', 'closed'] as const;
const state = z.enum(assessmentStates);
const ids = z.array(id).max(500).default([]);
/** A page of this platform; external addresses are not allowed. */
const ownPage = text(300).regex(/^(\/[^/\\\s][^\\\s]*)?$/, 'bad_format');

export const assessments = resource({
  name: 'assessments',
  table: 'assessment',
  path: '/learning/assessment',
  id: 'assessment_id',
  needs: 'assessment',
  fields: {
    assessment_name: name(100),
    paper_id: id,
    description: text(2000).default(''),
    learn_link: ownPage.default(''),
    opens_at: time.nullable().default(null),
    closes_at: time.nullable().default(null),
    minutes: z.int().min(1).max(600).default(60),
    attempts: z.int().min(1).max(100).default(1),
    pass_percent: z.int().min(1).max(100).default(60),
    /** Validity of a certificate; null: unlimited. */
    valid_days: z.int().min(1).max(3650).nullable().default(null),
    marks: z.enum(['at_once', 'after_check']).default('at_once'),
    checker_id: id.nullable().default(null),
    answers_shown: z.enum(['with_marks', 'after_close', 'never']).default('after_close'),
    /** Candidates by role, group and user; all empty: everyone. */
    role_ids: ids,
    user_group_ids: ids,
    user_ids: ids,
  },
  shows: {
    state,
    paper_name: z.string(),
    checker_name: z.string().nullable(),
    sittings: z.int(),
    waiting: z.int(),
    passed: z.int(),
  },
  search: ['assessment_name', 'paper_name', 'description'],
  filters: { state: state.optional(), paper_id: id.optional() },
});

export const assessmentActions = {
  /** Opens it to candidates or closes it; exams in progress continue to their end. */
  setState: call({
    path: '/learning/assessment/state/set',
    needs: 'assessment.write',
    writes: true,
    input: z.object({ assessment_id: id, state: z.enum(['open', 'closed']) }),
    output: empty,
  }),
  /** Its state for one of the candidates. */
  status: call({
    path: '/learning/assessment/state',
    needs: 'exam.sit',
    input: z.object({ assessment_id: id }),
    output: z.object({ state, sitting: z.int(), submitted: z.int(), marked: z.int() }),
  }),
  /** People who can be checkers or candidates. */
  people: call({
    path: '/learning/assessment/people',
    needs: 'assessment.write',
    input: empty,
    output: z.object({
      users: z.array(
        z.object({ user_id: id, real_name: z.string(), account: z.string(), checks: z.boolean() }),
      ),
      roles: z.array(z.object({ role_id: id, role_name: z.string(), role_name_en: z.string() })),
      groups: z.array(z.object({ user_group_id: id, user_group_name: z.string() })),
    }),
  }),
};
