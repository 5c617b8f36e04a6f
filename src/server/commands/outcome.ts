import type { SeriesStore } from '#server/series/store.ts';
import { type CommandKind, type CommandKindName, commandKinds } from '#shared/domain/command-kinds.ts';
import type { Active } from './active.ts';
import type { HistorySpan } from './plan.ts';
import { type ShownValues, shownValues } from './read-values.ts';
import type { NewDeviceValue } from './store.ts';

/** What a device value is about: both `kb_read` and `kb_set` are about `kb`. */
export function topicOf(kind: string): string {
  return kind.replace(/_(read|set)$/, '');
}

/** Undefined for a kind that only another version of the product knew. */
function kindOf(name: string): CommandKind | undefined {
  return Object.hasOwn(commandKinds, name) ? commandKinds[name as CommandKindName] : undefined;
}

export interface Outcome {
  result?: unknown;
  after_value?: ShownValues;
  values: NewDeviceValue[];
}

/** The part of a command that determines its outcome. */
type Told = Pick<Active, 'row' | 'run' | 'reads' | 'finished_at'>;

/** The values that a finished command has read or set. */
export function outcomeOf(command: Told, factorOf: (code: string) => number | undefined): Outcome {
  const { row, run, reads } = command;
  const kind = kindOf(row.kind);
  if (!kind) return { values: [] };
  if (kind.does === 'write') return writeOutcome(command, kind, factorOf);
  const read = reads[run.stage] ?? reads.run;
  if (!read) return { values: [] };
  const result = shownValues(kind, row.plan, read, factorOf);
  return { result, values: known(command, kind, result, 'read', read.at) };
}

function writeOutcome(
  command: Told,
  kind: CommandKind,
  factorOf: (code: string) => number | undefined,
): Outcome {
  const { row, run, reads, finished_at } = command;
  const reader = kind.readBy ? kindOf(kind.readBy) : undefined;
  const read = reads.verify;
  if (reader && read) {
    const after_value = shownValues(reader, row.plan, read, factorOf);
    return { after_value, values: known(command, reader, after_value, 'read', read.at) };
  }
  // The device only confirmed that it executed the command.
  if (run.state !== 'succeeded' || !finished_at || !reader) return { values: [] };
  const set = Object.keys(reader.values ?? {}).filter((name) => row.params[name] !== undefined);
  const values = Object.fromEntries(set.map((name) => [name, row.params[name] as string | number]));
  const list = reader.list ? (row.params.list as ShownValues['list']) : undefined;
  return { values: known(command, reader, { values, ...(list && { list }) }, 'written', finished_at) };
}

function known(
  { row }: Told,
  kind: CommandKind,
  { values, list }: ShownValues,
  source: 'read' | 'written',
  at: Date,
): NewDeviceValue[] {
  const { site_id, component_id, command_id } = row;
  const topic = topicOf(kind === commandKinds.info_read ? 'info' : nameOf(kind));
  const named = Object.entries(values).map(([name, value]) => ({
    item: topic === 'info' ? `info.${String(row.params.info)}` : `${topic}.${name}`,
    value: value as unknown,
  }));
  // An empty list is an answer too.
  if (list) named.push({ item: `${topic}.list`, value: list });
  return named.map((each) => ({ site_id, component_id, ...each, at, source, command_id }));
}

const names = new Map<CommandKind, string>(Object.entries(commandKinds).map(([name, kind]) => [kind, name]));
const nameOf = (kind: CommandKind) => names.get(kind) ?? '';

/** How much of the requested history is stored. */
export interface HistoryCounts {
  expected: number;
  present: number;
}

/** Number of periods in the range, and of those that are stored; undefined for logs, which are no measurements. */
export async function countHistory(
  series: Pick<SeriesStore, 'measuredPeriods'>,
  site_id: number,
  { data_type, from, to, step_ms }: HistorySpan,
): Promise<HistoryCounts | undefined> {
  if (!data_type || data_type === 'realtime') return undefined;
  const [start, end] = [new Date(from).getTime(), new Date(to).getTime()];
  const periods = Array.from({ length: Math.max(0, Math.ceil((end - start) / step_ms)) }, (_, i) => ({
    site_id,
    ts: new Date(start + i * step_ms),
  }));
  const present = await series.measuredPeriods(data_type, periods);
  return { expected: periods.length, present: present.length };
}
