import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, name, remark, text } from '#shared/contract/fields.ts';
import { importCalls } from '#shared/contract/imports.ts';
import { pictureAddress } from '#shared/contract/platform/pictures.ts';
import { resource } from '#shared/contract/resource.ts';
import { difficulties, MOST_OPTIONS, questionKinds } from '#shared/domain/question.ts';

export const questionKind = z.enum(questionKinds);
export const difficulty = z.enum(difficulties);
export const topicName = name(50);

const option = z.object({ text: text(500), picture: pictureAddress.default('') });

/** One option per column, as in import files. */
export const optionColumns = [
  'option_a',
  'option_b',
  'option_c',
  'option_d',
  'option_e',
  'option_f',
  'option_g',
  'option_h',
] as const;

/** The question bank with right answers, so candidates may not read it. */
export const questions = resource({
  name: 'questions',
  table: 'question',
  path: '/learning/question',
  id: 'question_id',
  needs: 'question',
  fields: {
    kind: questionKind,
    question_title: name(2000),
    picture: pictureAddress.default(''),
    options: z.array(option).max(MOST_OPTIONS).default([]),
    answers: z.array(name(200)).max(20).default([]),
    tolerance: z.number().min(0).nullable().default(null),
    topics: z.array(topicName).min(1, 'required').max(10),
    difficulty: difficulty.default('medium'),
    explanation: text(2000).default(''),
    /** Questions excluded from practice are new to all candidates. */
    in_practice: z.boolean().default(true),
    enabled: z.boolean().default(true),
    remark,
  },
  shows: {
    ...(Object.fromEntries(optionColumns.map((column) => [column, z.string()])) as Record<
      (typeof optionColumns)[number],
      z.ZodString
    >),
    answer_text: z.string(),
    topic_names: z.string(),
    papers: z.int(),
  },
  search: ['question_title', 'topic_names', 'explanation', 'remark'],
  filters: {
    kind: questionKind.optional(),
    difficulty: difficulty.optional(),
    topic: topicName.optional(),
    enabled: z.boolean().optional(),
    in_practice: z.boolean().optional(),
  },
});

const counted = z.object({ topic: z.string(), questions: z.int() });

/** What is deleted with the question bank. */
const lost = z.object({
  questions: z.int(),
  /** Papers with fixed questions that lose some, and how many questions. */
  papers: z.int(),
  paper_questions: z.int(),
  practice_answers: z.int(),
});

export const questionActions = {
  /** One question with its answer. */
  view: call({
    path: '/learning/question/view',
    needs: 'question.read',
    input: z.object({ question_id: id }),
    output: z.object({
      question_id: id,
      kind: questionKind,
      question_title: z.string(),
      picture: z.string(),
      options: z.array(z.object({ key: z.string(), text: z.string(), picture: z.string() })),
      answers: z.array(z.string()),
      tolerance: z.number().nullable(),
      topics: z.array(z.string()),
      difficulty,
      explanation: z.string(),
    }),
  }),
  topics: call({
    path: '/learning/question/topics',
    needs: 'question.read',
    input: z.object({}),
    output: z.object({ data_info: z.array(counted) }),
  }),
  /** Preview of deleting the question bank. */
  lost: call({
    path: '/learning/question/lost',
    needs: 'question.write',
    input: z.object({}),
    output: lost,
  }),
  /** Refused unless the given number of questions is the current one. */
  clear: call({
    path: '/learning/question/clear',
    needs: 'question.write',
    writes: true,
    input: z.object({ questions: z.int().min(0) }),
    output: z.object({ cleared: z.int() }),
  }),
};

/** Imports questions; a row with an existing title changes that question. */
export const questionImport = importCalls('/learning/question/import', 'question.write');
