import { expect, test } from 'vitest';
import { numberIn, type QuestionCore, questionProblems, tidied } from './question.ts';

const option = (text: string) => ({ text, picture: '' });
const core = (more: Partial<QuestionCore>): QuestionCore => ({
  kind: 'single',
  options: [option('一'), option('二')],
  answers: ['A'],
  tolerance: null,
  ...more,
});
const problems = (more: Partial<QuestionCore>) =>
  questionProblems(core(more)).map(({ field, problem }) => `${field} ${problem}`);

test.each([
  [{}, []],
  [{ options: [option('一')] }, ['options too_few_options']],
  [{ options: [] }, ['options too_few_options', 'answers answer_no_option']],
  [{ answers: [] }, ['answers answer_missing']],
  [{ answers: ['A', 'B'] }, ['answers one_answer']],
  [{ answers: ['C'] }, ['answers answer_no_option']],
  [{ options: [option('一'), option('')] }, ['options option_empty']],
  [{ options: [option('一'), option('一')] }, ['options option_repeated']],
  [{ options: [option('一'), { text: '', picture: '/file/picture/x' }] }, []],
  [{ kind: 'multiple', answers: ['A', 'B'] }, []],
  [{ kind: 'judge', options: [], answers: ['maybe'] }, ['answers answer_true_false']],
  [{ kind: 'fill', options: [], answers: ['x', 'y'] }, []],
  [{ kind: 'number', options: [], answers: ['x'] }, ['answers not_a_number']],
  [{ kind: 'number', options: [], answers: ['7.35'] }, []],
] as [Partial<QuestionCore>, string[]][])('%# a question says what is wrong with it', (more, expected) => {
  expect(problems(more)).toEqual(expected);
});

test('a question whose kind was changed keeps nothing of the old one', () => {
  expect(tidied(core({ kind: 'judge', answers: ['true'], tolerance: 2 }))).toMatchObject({
    options: [],
    tolerance: null,
  });
  expect(tidied(core({ kind: 'number', answers: ['1'] })).tolerance).toBe(0);
  expect(tidied(core({ kind: 'multiple', answers: ['B', 'A', 'B'] })).answers).toEqual(['A', 'B']);
});

test('numbers are read as people type them', () => {
  expect(['1.5', ' -2 ', '＋３', '.5', '1e-3', '−4'].map(numberIn)).toEqual([1.5, -2, 3, 0.5, 0.001, -4]);
  expect(['', 'x', '1,5', '1.2.3', 'Infinity', '0x10'].map(numberIn)).toEqual(Array(6).fill(undefined));
});
