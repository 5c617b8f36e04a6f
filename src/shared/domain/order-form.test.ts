import { expect, test } from 'vitest';
import {
  type CheckItem,
  checkPassed,
  type FormField,
  filesOf,
  formProblems,
  isOutside,
} from './order-form.ts';

const field = (key: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  ...{ key, kind, label: key, label_en: '', required: false, min: null, max: null, unit: '', options: [] },
  ...{ component_id: null, ...more },
});
const item = (key: string, kind: CheckItem['kind'], more: Partial<CheckItem> = {}): CheckItem => ({
  ...{ key, kind, label: key, label_en: '', min: null, max: null, unit: '' },
  ...more,
});
const none = new Set<string>();
const problems = (fields: FormField[], answers: Record<string, string | number | number[]>, taken = none) =>
  formProblems({ fields, checklist: [], needs_signature: false }, { answers, checks: {} }, taken).map(
    (one) => `${one.field} ${one.problem}`,
  );

test('what must be answered is asked for, the rest may stay empty', () => {
  const fields = [field('a', 'text', { required: true }), field('b', 'number'), field('c', 'photo')];
  expect(problems(fields, { a: '', b: 0, c: [] })).toEqual(['answers.a required']);
  expect(problems(fields, { a: 'x' })).toEqual([]);
});

test('a number beyond its limits is seen while it is typed', () => {
  const flow = field('flow', 'number', { min: 15, max: 18 });
  expect([14.9, 15, 18, 18.1, '', undefined].map((answer) => isOutside(flow, answer))).toEqual([
    ...[true, false, false, true, false, false],
  ]);
});

test('an answer is of its kind and within its limits', () => {
  const fields = [
    field('n', 'number', { min: 0, max: 1 }),
    field('c', 'choice', { options: ['x'] }),
    field('d', 'date'),
    field('p', 'photo'),
  ];
  expect(problems(fields, { n: -1, c: 'y', d: '2026-02-30', p: 'x' })).toEqual([
    'answers.n too_small',
    'answers.c bad_choice',
    'answers.d bad_date',
    'answers.p bad_format',
  ]);
  expect(problems(fields, { n: '1', c: 'x', d: '2026-02-28', p: [3] })).toEqual(['answers.n not_a_number']);
});

test('a reading is what the server took, whatever the browser says', () => {
  const fields = [field('r', 'reading', { required: true, component_id: 1 })];
  expect(problems(fields, {})).toEqual(['answers.r required']);
  expect(problems(fields, {}, new Set(['r']))).toEqual([]);
});

test('a checklist wants each line answered; a number passes within its limits', () => {
  const checklist = [item('pump', 'pass_fail'), item('flow', 'number', { min: 1, max: 2 })];
  const form = { fields: [], checklist, needs_signature: true };
  expect(
    formProblems(form, { answers: {}, checks: { pump: { passed: false } } }, none).map(({ field: of }) => of),
  ).toEqual(['answers.signature', 'checks.flow']);
  const [pump, flow] = checklist as [CheckItem, CheckItem];
  expect([checkPassed(pump, { passed: false }), checkPassed(pump, undefined)]).toEqual([false, undefined]);
  expect([checkPassed(flow, { value: 2 }), checkPassed(flow, { value: 2.1 })]).toEqual([true, false]);
});

test('files are those of photos and signatures', () => {
  const form = { fields: [field('p', 'photo'), field('t', 'text')], checklist: [], needs_signature: true };
  expect(filesOf(form, { answers: { p: [1, 2], t: 'x', signature: [2] }, checks: {} })).toEqual([1, 2]);
});
