import * as z from 'zod';
import { id, text, time } from '#shared/contract/fields.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import type { CommandKind } from '#shared/domain/command-kinds.ts';
import type { Param, Params, ParamValues } from '#shared/domain/command-params.ts';
import type { FieldProblem } from '#shared/faults.ts';

/** Parameters of a command whose kind is not known yet. */
export const paramValues = z.record(z.string().max(40), z.union([z.string().max(200), z.number()]));

/** Without the characters that structure a packet. */
const onWire = /^[^\s;,=&#]+$/;

function schemaOf(param: Param): z.ZodType {
  switch (param.type) {
    case 'whole':
      return z.int().min(param.min).max(param.max);
    case 'number':
      return z
        .number()
        .min(param.min ?? -1e9)
        .max(param.max ?? 1e9);
    case 'choice':
      return z.number().refine((value) => param.of.includes(value), 'bad_choice');
    case 'text':
      return text(param.max).regex(param.pattern ?? onWire, 'bad_format');
    case 'secret':
      return text(20).regex(onWire, 'bad_format');
    case 'time':
      return time;
    case 'factor':
      return id;
    case 'info':
      return z
        .string()
        .regex(/^i\d{5}$/, 'bad_format')
        .refine((code) => !param.but?.includes(code), 'own_command');
  }
}

function shapeOf(params: Params): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => {
      const schema = schemaOf(param);
      return [name, param.optional ? schema.optional() : schema];
    }),
  );
}

function toldTo(kind: CommandKind) {
  return z.object({
    params: z.strictObject(shapeOf(kind.params)),
    list: kind.list ? z.array(z.strictObject(shapeOf(kind.list))).max(50) : z.undefined(),
  });
}

/** Cached: making a schema takes a thousand times longer than using it, and a batch needs it for each device. */
const made = new WeakMap<CommandKind, ReturnType<typeof toldTo>>();

function schemaOfKind(kind: CommandKind) {
  const schema = made.get(kind) ?? toldTo(kind);
  made.set(kind, schema);
  return schema;
}

/** Problems of a command's parameters; empty if they are valid. */
export function paramProblems(
  kind: CommandKind,
  params: ParamValues,
  list: readonly ParamValues[] | undefined,
): FieldProblem[] {
  const asked = { params, list: kind.list ? (list ?? []) : list };
  const told = schemaOfKind(kind).safeParse(asked, { reportInput: true });
  return told.success ? spanProblems(kind, params) : problemsOf(told.error);
}

function spanProblems({ does }: CommandKind, { from, to }: ParamValues): FieldProblem[] {
  const isTurned = does === 'history' && Date.parse(String(from)) >= Date.parse(String(to));
  return isTurned ? [{ field: 'params.to', problem: 'start_after_end' }] : [];
}
