import * as z from 'zod';
import type { CommandKind, Wire } from './command-kinds.ts';
import { slotsOf, templateProblem } from './command-template.ts';

/** What ends a request: 9012, 9011 alone, or 9013 for a notice. */
export const wireEnds = ['result', 'ack', 'notice'] as const;

const cn = z
  .string()
  .trim()
  .regex(/^\d{4}$/, 'bad_cn');

const template = z
  .string()
  .trim()
  .max(500)
  .superRefine((text, ctx) => {
    const problem = templateProblem(text);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  });

/** One request as a protocol describes it; `command-template.ts` defines the syntax of its texts. */
export const wireSpec = z.object({
  cn,
  ask: template.default(''),
  /** Empty: nothing is read. */
  reply: template.default(''),
  /** The CN of the reply or the history; empty: that of the request. */
  reply_cn: z.union([z.literal(''), cn]).default(''),
  ends: z.enum(wireEnds).default('result'),
});
export type WireSpec = z.output<typeof wireSpec>;

export const MOST_WIRES = 10;
export const wireSpecs = z.array(wireSpec).min(1, 'required').max(MOST_WIRES);

/** Filled in by the engine when it sends. */
const MADE: Record<string, readonly string[]> = { history: ['begin', 'end'], other: ['now'] };
/** Command numbers that history and logs can be stored under. */
const UPLOADS = new Set(['2011', '2051', '2061', '2031', '2041', '3020']);

export interface SlotNames {
  /** Slots that a request may use; those in `needed` must occur. */
  ask: string[];
  needed: string[];
  /** Slots that can be read from a reply. */
  reply: string[];
  /** Slots of a list entry. */
  entry: string[];
}

/** The slots of a kind's requests and replies. */
export function slotNames({ does, params, values, list }: CommandKind): SlotNames {
  const isMade = (name: string) => does === 'history' && (name === 'from' || name === 'to');
  const told = Object.entries(params).filter(([name]) => !isMade(name));
  const made = MADE[does === 'history' ? 'history' : 'other'] ?? [];
  return {
    ask: [...told.map(([name]) => name), ...made],
    needed: [
      ...told.flatMap(([name, { optional }]) => (optional ? [] : [name])),
      ...(does === 'history' ? made : []),
    ],
    reply: Object.keys(values ?? {}),
    entry: Object.keys(list ?? {}),
  };
}

export interface WireProblem {
  /** The request, from 0, and its part; undefined: all of them together. */
  at?: number;
  field?: 'ask' | 'reply' | 'reply_cn';
  problem: 'unknown_placeholder' | 'slot_missing' | 'reply_missing' | 'reply_incomplete' | 'not_uploads';
  name?: string;
}

/** Problems of a kind's requests, in their order; empty if a command can be sent. */
export function wireProblems(kind: CommandKind, wires: readonly WireSpec[]): WireProblem[] {
  const names = slotNames(kind);
  const problems = [
    ...wires.flatMap((wire, at) => problemsOfWire(kind, names, wire, at)),
    ...(kind.together ? unreadOf(names, wires) : []),
  ];
  const asked = wires.flatMap(({ ask }) => all(ask));
  const missing = [...names.needed, ...(kind.does === 'write' ? names.entry : [])].filter(
    (name) => !asked.includes(name),
  );
  problems.push(...missing.map((name): WireProblem => ({ problem: 'slot_missing', name })));
  const read = wires.flatMap(({ reply }) => all(reply));
  const isRead = [...names.reply, ...names.entry].some((name) => read.includes(name));
  if (kind.does === 'read' && !isRead) problems.push({ problem: 'reply_missing' });
  return problems;
}

/** Values that no reply contains, at the last reply that contains others of them. */
function unreadOf({ reply: values }: SlotNames, wires: readonly WireSpec[]): WireProblem[] {
  const read = wires.map(({ reply }) => values.filter((name) => all(reply).includes(name)));
  const at = read.findLastIndex((names) => names.length > 0);
  if (at < 0) return [];
  return values
    .filter((name) => !read.flat().includes(name))
    .map((name) => ({ at, field: 'reply', problem: 'reply_incomplete', name }));
}

const all = (template: string) => Object.values(slotsOf(template)).flat();

function problemsOfWire(kind: CommandKind, names: SlotNames, wire: WireSpec, at: number): WireProblem[] {
  const unknown = (field: 'ask' | 'reply', whole: readonly string[]): WireProblem[] => {
    const slots = slotsOf(wire[field]);
    const isKnown = (name: string) => whole.includes(name);
    return [
      ...slots.whole.filter((name) => !isKnown(name)),
      ...slots.entry.filter((name) => !isKnown(name) && !names.entry.includes(name)),
    ].map((name) => ({ at, field, problem: 'unknown_placeholder', name }));
  };
  const isUpload = kind.does !== 'history' || UPLOADS.has(wire.reply_cn || wire.cn);
  return [
    ...unknown('ask', names.ask),
    ...unknown('reply', [...names.ask, ...names.reply]),
    ...(isUpload ? [] : [{ at, field: 'reply_cn', problem: 'not_uploads' } as const]),
  ];
}

/** In the form of the engine. A reply is used only if the kind reads something. */
export function wiresOfSpecs(kind: CommandKind, specs: readonly WireSpec[]): Wire[] {
  const reads = kind.does === 'read' || kind.values !== undefined;
  return specs.map(({ cn: number, ask, reply, reply_cn, ends }) => ({
    cn: number,
    ask,
    ...(reads && reply !== '' && { reply }),
    ...(reply_cn !== '' && reply_cn !== number && { reply_cn }),
    ...(kind.does === 'history' ? { as: 'uploads' } : ends === 'notice' ? { as: 'notice' } : {}),
    ...(ends === 'ack' && { ack_is_enough: true }),
  }));
}
