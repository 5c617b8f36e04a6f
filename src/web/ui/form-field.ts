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
  /** Begins a part of the form, headed by `sites.section_place`. */
  section?: string;
  /** Default: by what the contract says the field holds. */
  as?: 'textarea' | 'password';
  choices?: Choices;
  /** Two short fields that belong together stand beside one another. */
  side?: 'left' | 'right';
  /** An input of its own, which the form gives `value` and `onChange`. */
  editor?: ReactElement;
  /** Only asked for while this holds. */
  when?(values: Values): boolean;
  /** Must be filled while this holds, though its contract can do without. */
  needed?(values: Values): boolean;
}

export type FieldSpec<Key extends string = string> = Key | Field<Key>;

/** The contract's own schemas decide what is required and what is right, in the browser as on the server. */
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

/** Required is what can be neither left out nor emptied. */
export function isRequired(schema: z.ZodType): boolean {
  return ![undefined, null, ''].some((nothing) => schema.safeParse(nothing).success);
}

/** What an emptied input stands for, as its contract writes nothing: null, '' or left out. */
export function cleaned(schema: z.ZodType | undefined, value: unknown): unknown {
  const empty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return empty ? [null, ''].find((nothing) => schema?.safeParse(nothing).success) : value;
}

export function problemWith(schema: z.ZodType, value: unknown): Omit<FieldProblem, 'field'> | undefined {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? undefined : problemsOf(parsed.error)[0];
}
