import type * as z from 'zod';
import type { FieldProblem } from '#shared/faults.ts';

/**
 * The problems of a failed parse by field, as word keys: the server returns these, and forms show the same.
 * The message of a schema (`min(1, 'required')`) is used as is; Zod's own messages are translated.
 */
export function problemsOf(error: z.ZodError): FieldProblem[] {
  const problems = error.issues.slice(0, MAX_PROBLEMS).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return { field: fieldAt(issue.path), ...problemOf(issue) };
    return issue.keys
      .slice(0, MAX_PROBLEMS)
      .map((key) => ({ field: fieldAt([...issue.path, key]), problem: 'unknown_field' }));
  });
  return problems.slice(0, MAX_PROBLEMS);
}

/** Limits the answer's size, whatever was sent. No form has as many fields or such long names. */
const MAX_PROBLEMS = 100;
const MAX_NAME = 100;

function fieldAt(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, MAX_NAME);
}

function problemOf(issue: z.core.$ZodIssue): Omit<FieldProblem, 'field'> {
  if (/^[a-z_]+$/.test(issue.message)) return { problem: issue.message, params: limitsOf(issue) };
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return { problem: 'required' };
      if (issue.expected === 'int') return { problem: 'not_an_integer' };
      return { problem: issue.expected === 'number' ? 'not_a_number' : 'bad_format' };
    case 'too_small':
      return { problem: issue.origin === 'string' ? 'too_short' : 'too_small', params: limitsOf(issue) };
    case 'too_big':
      return { problem: issue.origin === 'string' ? 'too_long' : 'too_big', params: limitsOf(issue) };
    case 'invalid_value':
    case 'invalid_union':
      if (issue.input === undefined) return { problem: 'required' };
      return {
        problem: 'bad_choice',
        params: issue.code === 'invalid_value' ? allowed(issue.values) : undefined,
      };
    default:
      return { problem: 'bad_format' };
  }
}

/** Longer lists of choices are not shown. */
const MOST_CHOICES = 12;

/** Allowed values by their word names; see `sayProblem`. */
export function allowed(values: readonly unknown[]): FieldProblem['params'] {
  return values.length <= MOST_CHOICES ? { allowed: values.join(',') } : undefined;
}

function limitsOf(issue: z.core.$ZodIssue): FieldProblem['params'] {
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'custom') return issue.params as FieldProblem['params'];
  return undefined;
}
