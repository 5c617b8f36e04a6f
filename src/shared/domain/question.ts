import type { FieldProblem } from '#shared/faults.ts';

export const questionKinds = ['single', 'multiple', 'judge', 'fill', 'number'] as const;
export type QuestionKind = (typeof questionKinds)[number];
export const difficulties = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof difficulties)[number];
export const judgements = ['true', 'false'] as const;
export const MOST_OPTIONS = 8;
const LEAST_OPTIONS = 2;

export interface QuestionOption {
  text: string;
  picture: string;
}

/** The part of a question that marking needs. */
export interface QuestionCore {
  kind: QuestionKind;
  options: readonly QuestionOption[];
  /** Keys of options, `true` or `false`, accepted wordings, or one number. */
  answers: readonly string[];
  /** Allowed difference of a number. */
  tolerance: number | null;
}

/** A, B, C … by position. */
export function optionKey(place: number): string {
  return String.fromCharCode(65 + place);
}

export const isChoice = (kind: QuestionKind) => kind === 'single' || kind === 'multiple';

/** Parses a typed number, also with full-width characters; undefined if it is none. */
export function numberIn(text: string): number | undefined {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '').replace('−', '-');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(plain) ? Number(plain) : undefined;
}

/** Drops what the question's kind does not use: after a change of kind, no old options remain. */
export function tidied<Question extends QuestionCore>(question: Question): Question {
  const { kind, options, answers, tolerance } = question;
  return {
    ...question,
    options: isChoice(kind) ? options : [],
    answers: [...new Set(isChoice(kind) ? answers.toSorted() : answers)],
    tolerance: kind === 'number' ? (tolerance ?? 0) : null,
  };
}

/** Problems of a question: it needs an answer, and a choice needs at least two options. */
export function questionProblems({ kind, options, answers }: QuestionCore): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (isChoice(kind)) {
    if (options.length < LEAST_OPTIONS)
      problems.push({ field: 'options', problem: 'too_few_options', params: { min: LEAST_OPTIONS } });
    else if (options.some(({ text, picture }) => text === '' && picture === ''))
      problems.push({ field: 'options', problem: 'option_empty' });
    else if (new Set(options.map(({ text, picture }) => `${text}\n${picture}`)).size < options.length)
      problems.push({ field: 'options', problem: 'option_repeated' });
  }
  const problem = answerProblem({ kind, options }, answers);
  if (problem) problems.push({ field: 'answers', problem });
  return problems;
}

function answerProblem(
  { kind, options }: Pick<QuestionCore, 'kind' | 'options'>,
  answers: readonly string[],
) {
  if (answers.length === 0) return 'answer_missing';
  if (kind !== 'multiple' && kind !== 'fill' && answers.length > 1) return 'one_answer';
  if (isChoice(kind)) {
    const keys = options.map((_option, place) => optionKey(place));
    return answers.every((answer) => keys.includes(answer)) ? undefined : 'answer_no_option';
  }
  if (kind === 'judge') return judgements.some((one) => one === answers[0]) ? undefined : 'answer_true_false';
  if (kind === 'number') return numberIn(answers[0] ?? '') === undefined ? 'not_a_number' : undefined;
  return undefined;
}
