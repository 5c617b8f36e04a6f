import type { ReactElement } from 'react';
import * as z from 'zod';
import type { AnyCall } from '#shared/contract/define.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import type { FieldProblem } from '#shared/faults.ts';
import type { Choices } from './choices.tsx';

export type Values = Record<string, unknown>;
type Editor = 'input' | 'textarea' | 'number' | 'switch' | 'choice' | 'password';

export interface Field<Key extends string = string> {
  key: Key;
  /** Starts a section of the form with the heading `sites.section_place`. */
  section?: string;
  /** Default: the word with the key `sites.height_help`. */
  help?: string;
  /** Default: derived from the contract. */
  as?: 'textarea' | 'password';
  choices?: Choices;
  /** Places two short fields side by side. */
  side?: 'left' | 'right';
  /** Custom input; the form passes `value` and `onChange`. */
  editor?: ReactElement;
  /** The editor shows its problems itself, each where it is. */
  saysProblems?: true;
  /** Shown only while true. */
  when?(values: Values): boolean;
  /** Required while true, although optional in the contract. */
  needed?(values: Values): boolean;
}

export type FieldSpec<Key extends string = string> = Key | Field<Key>;

/** Validation uses the contract's schemas, in the browser as on the server. */
export function schemasOf(call: AnyCall): Record<string, z.ZodType> {
  return call.input instanceof z.ZodObject ? (call.input.shape as Record<string, z.ZodType>) : {};
}

export function editorOf({ as, choices }: Field, schema: z.ZodType): Editor {
  if (as) return as;
  if (choices) return 'choice';
  const inner = innermost(schema);
  if (inner instanceof z.ZodBoolean) return 'switch';
  return inner instanceof z.ZodNumber ? 'number' : 'input';
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? innermost(schema.unwrap())
    : schema;
}

/** True if the field can be neither omitted nor empty. */
export function isRequired(schema: z.ZodType): boolean {
  return ![undefined, null, ''].some((nothing) => schema.safeParse(nothing).success);
}

/** Value of an empty input as the contract represents it: null, '' or omitted. */
export function cleaned(schema: z.ZodType | undefined, value: unknown): unknown {
  const empty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return empty ? [null, ''].find((nothing) => schema?.safeParse(nothing).success) : value;
}

export function problemWith(schema: z.ZodType, value: unknown): Omit<FieldProblem, 'field'> | undefined {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? undefined : problemsOf(parsed.error)[0];
}
