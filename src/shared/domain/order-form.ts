import type { FieldProblem } from '#shared/faults.ts';
import { isIsoDate } from './validators.ts';

export const formFieldKinds = ['text', 'number', 'choice', 'date', 'photo', 'signature', 'reading'] as const;
export type FormFieldKind = (typeof formFieldKinds)[number];

/** One question of a work order's form. */
export interface FormField {
  key: string;
  label: string;
  label_en: string;
  kind: FormFieldKind;
  required: boolean;
  min: number | null;
  max: number | null;
  unit: string;
  /** For a choice. */
  options: string[];
  /** For a reading: the factor whose newest value is used. */
  component_id: number | null;
}

export const checkItemKinds = ['pass_fail', 'number'] as const;

/** One line of a checklist: passed or failed, or a number with limits. */
export interface CheckItem {
  key: string;
  label: string;
  label_en: string;
  kind: (typeof checkItemKinds)[number];
  min: number | null;
  max: number | null;
  unit: string;
}

export interface OrderForm {
  fields: readonly FormField[];
  checklist: readonly CheckItem[];
  needs_signature: boolean;
}

/** Text, a number, one of the options, a date, or file ids. */
export type FormAnswer = string | number | number[];
export interface CheckAnswer {
  passed?: boolean | undefined;
  value?: number | undefined;
  note?: string | undefined;
}

export interface FilledForm {
  answers: Readonly<Record<string, FormAnswer>>;
  checks: Readonly<Record<string, CheckAnswer>>;
}

/** Key of the whole order's signature among the answers. */
export const SIGNATURE = 'signature';

const signature: Pick<FormField, 'key' | 'kind' | 'required'> = {
  key: SIGNATURE,
  kind: 'signature',
  required: true,
};

/** Problems that prevent an order from being done, by question. The server fills in readings (`taken`). */
export function formProblems(
  form: OrderForm,
  { answers, checks }: FilledForm,
  taken: ReadonlySet<string>,
): FieldProblem[] {
  const asked: Partial<FormField>[] = [...form.fields, ...(form.needs_signature ? [signature] : [])];
  const known = new Set(asked.map(({ key }) => key));
  const items = new Set(form.checklist.map(({ key }) => key));
  return [
    ...asked.flatMap((field) => {
      const { key = '', kind } = field;
      const problem = kind === 'reading' ? readingProblem(field, taken) : answerProblem(field, answers[key]);
      return problem ? [{ field: `answers.${key}`, ...problem }] : [];
    }),
    ...form.checklist.flatMap((item) => {
      const problem = checkProblem(item, checks[item.key]);
      return problem ? [{ field: `checks.${item.key}`, ...problem }] : [];
    }),
    ...Object.keys(answers).flatMap((key) =>
      known.has(key) ? [] : [{ field: `answers.${key}`, problem: 'unknown_field' }],
    ),
    ...Object.keys(checks).flatMap((key) =>
      items.has(key) ? [] : [{ field: `checks.${key}`, problem: 'unknown_field' }],
    ),
  ];
}

type Problem = Omit<FieldProblem, 'field'>;

function readingProblem({ key = '', required }: Partial<FormField>, taken: ReadonlySet<string>) {
  return required && !taken.has(key) ? { problem: 'required' } : undefined;
}

function answerProblem(field: Partial<FormField>, answer: FormAnswer | undefined): Problem | undefined {
  if (isBlank(answer)) return field.required ? { problem: 'required' } : undefined;
  switch (field.kind) {
    case 'number':
      return typeof answer === 'number' ? limitProblem(field, answer) : { problem: 'not_a_number' };
    case 'choice':
      return field.options?.includes(String(answer)) ? undefined : { problem: 'bad_choice' };
    case 'date':
      return typeof answer === 'string' && isIsoDate(answer) ? undefined : { problem: 'bad_date' };
    case 'photo':
      return Array.isArray(answer) ? undefined : { problem: 'bad_format' };
    case 'signature':
      return Array.isArray(answer) && answer.length === 1 ? undefined : { problem: 'bad_format' };
    default:
      return typeof answer === 'string' ? undefined : { problem: 'bad_format' };
  }
}

function isBlank(answer: FormAnswer | undefined): boolean {
  return answer === undefined || (typeof answer !== 'number' && answer.length === 0);
}

function limitProblem(
  { min, max }: Partial<Pick<FormField, 'min' | 'max'>>,
  value: number,
): Problem | undefined {
  if (min != null && value < min) return { problem: 'too_small', params: { min } };
  if (max != null && value > max) return { problem: 'too_big', params: { max } };
  return undefined;
}

/** A number outside its limits. */
export function isOutside(field: FormField, answer: FormAnswer | undefined): boolean {
  return typeof answer === 'number' && limitProblem(field, answer) !== undefined;
}

function checkProblem({ kind }: CheckItem, check: CheckAnswer | undefined): Problem | undefined {
  const isAnswered = kind === 'number' ? check?.value !== undefined : check?.passed !== undefined;
  return isAnswered ? undefined : { problem: 'required' };
}

/** Whether a line of the checklist has passed, as entered or by its limits. Undefined: not answered. */
export function checkPassed(item: CheckItem, check: CheckAnswer | undefined): boolean | undefined {
  if (item.kind === 'pass_fail') return check?.passed;
  return check?.value === undefined ? undefined : limitProblem(item, check.value) === undefined;
}

/** Files that a filled form refers to. */
export function filesOf(form: OrderForm, { answers }: FilledForm): number[] {
  const keys = [
    ...form.fields.filter(({ kind }) => kind === 'photo' || kind === 'signature').map(({ key }) => key),
    ...(form.needs_signature ? [SIGNATURE] : []),
  ];
  return [...new Set(keys.flatMap((key) => (Array.isArray(answers[key]) ? (answers[key] as number[]) : [])))];
}
