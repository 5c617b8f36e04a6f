import type { ImportSheet } from '#server/tables/import-head.ts';
import { choiceName, choiceNames, type Names, numberOf } from '#server/tables/import-names.ts';
import { optionColumns } from '#shared/contract/learning/questions.ts';
import { allowed } from '#shared/contract/problems.ts';
import { difficulties, isChoice, type QuestionKind, questionKinds } from '#shared/domain/question.ts';
import type { FieldProblem } from '#shared/faults.ts';

const columns = [
  'kind',
  'question_title',
  ...optionColumns,
  'answer_text',
  'tolerance',
  'topic_names',
  'difficulty',
  'explanation',
  'remark',
] as const;
export type QuestionColumn = (typeof columns)[number];
export type QuestionCells = Record<QuestionColumn, string>;

export const questionSheet: ImportSheet<QuestionColumn> = {
  name: 'questions',
  columns,
  optional: [...optionColumns, 'tolerance', 'difficulty', 'explanation', 'remark'],
  maxRows: 5000,
};

export const examples: Record<'zh' | 'en', Partial<QuestionCells>> = {
  zh: {
    kind: '多选题',
    question_title: '更换零气发生器的洗涤剂后，应当完成哪些操作？',
    ...{ option_a: '记录更换时间', option_b: '做零点检查', option_c: '删除当天数据', answer_text: 'AB' },
    ...{ topic_names: '质量控制；零气', difficulty: '中等', explanation: '更换后先记录，再做零点检查。' },
  },
  en: {
    kind: 'Multiple choice',
    question_title: 'What has to be done after the scrubber of the zero-air generator is replaced?',
    ...{ option_a: 'Record the time', option_b: 'Run a zero check', option_c: 'Delete the data of the day' },
    ...{ answer_text: 'AB', topic_names: 'Quality control; zero air', difficulty: 'Medium' },
    explanation: 'Record the replacement, then run a zero check.',
  },
};

const kinds = choiceNames('questions', 'kind', questionKinds);
const levels = choiceNames('questions', 'difficulty', difficulties);
const truths: Names = new Map([
  ...['true', '对', '正确', '是', '√', 't', 'yes', 'y', 'right', '1'].map((word) => [word, 'true'] as const),
  ...['false', '错', '错误', '否', '×', 'x', 'f', 'no', 'n', 'wrong', '0'].map(
    (word) => [word, 'false'] as const,
  ),
]);

/** The cells of a row as the fields of a question, and the cells that cannot be parsed. */
export function fieldsOf(values: QuestionCells) {
  const problems: FieldProblem[] = [];
  const kind = kinds.get(choiceName(values.kind)) as QuestionKind | undefined;
  if (values.kind !== '' && !kind)
    problems.push({ field: 'kind', problem: 'bad_choice', params: allowed(questionKinds) });
  const difficulty = values.difficulty === '' ? undefined : levels.get(choiceName(values.difficulty));
  if (values.difficulty !== '' && !difficulty)
    problems.push({ field: 'difficulty', problem: 'bad_choice', params: allowed(difficulties) });
  const texts = kind && isChoice(kind) ? optionColumns.map((column) => values[column]) : [];
  const last = texts.findLastIndex((text) => text !== '');
  const options = texts.slice(0, last + 1);
  const gap = options.indexOf('');
  if (gap >= 0) problems.push({ field: optionColumns[gap] ?? 'option_a', problem: 'required' });
  return {
    problems,
    hasGap: gap >= 0,
    fields: {
      ...(kind && { kind }),
      question_title: values.question_title,
      options: options.map((text) => ({ text })),
      answers: kind ? answersIn(kind, values.answer_text) : [],
      tolerance: values.tolerance === '' ? null : numberOf(values.tolerance),
      topics: parted(values.topic_names, /[；;，,、|｜]/),
      ...(difficulty !== undefined && { difficulty }),
      explanation: values.explanation,
      remark: values.remark,
    },
  };
}

function answersIn(kind: QuestionKind, text: string): string[] {
  if (isChoice(kind)) {
    const letters = text.normalize('NFKC').toUpperCase();
    return [...new Set(letters.replaceAll(/[\s,;、|]/g, ''))];
  }
  if (kind === 'judge') return text === '' ? [] : [String(truths.get(choiceName(text)) ?? text)];
  return kind === 'fill' ? parted(text, /[|｜]/) : parted(text, /\n/);
}

function parted(text: string, by: RegExp): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The file's column for a field with a problem. */
const columnOf: Record<string, QuestionColumn> = {
  answers: 'answer_text',
  topics: 'topic_names',
  options: 'option_a',
};

export function inFile({ field, ...problem }: FieldProblem): FieldProblem {
  const [whole = '', place] = field.split('.');
  if (whole === 'options' && place !== undefined)
    return { ...problem, field: optionColumns[Number(place)] ?? 'option_a' };
  return { ...problem, field: columnOf[whole] ?? field };
}
