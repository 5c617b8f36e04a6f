import type { Db } from '#server/db/pool.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import type { SeriesStore } from '#server/series/store.ts';
import type { Active } from './active.ts';
import { countHistory, outcomeOf } from './outcome.ts';
import { passwordsSet } from './passwords.ts';
import { type ChangedCommand, takeNumbers } from './records.ts';
import { frameText } from './request.ts';
import { type Change, type NewDeviceValue, type NewExchange, type NewReply, storeRows } from './store.ts';

/** A command as it is to be stored. */
export interface Snapshot {
  command: Active;
  version: number;
  todo: Active['todo'];
  change: Change;
  replies: NewReply[];
  /** Device values that it has read or set. */
  known: NewDeviceValue[];
}

/** `takes`: this server takes the command over. */
export function snapshotOf(command: Active, takes = false): Snapshot {
  const { row, run, verifications, verify_at, sent_at, acked_at, finished_at } = command;
  const { command_id } = row;
  return {
    command,
    version: command.version,
    todo: command.todo,
    change: { command_id, run, takes, verifications, verify_at, sent_at, acked_at, finished_at },
    replies: command.replies.splice(0),
    known: [],
  };
}

/** Adds the values that a finished command has read or set, and the counts of its history. */
export async function addOutcome(
  { command, change, known }: Snapshot,
  series: Pick<SeriesStore, 'measuredPeriods'>,
  site: KnownSite | undefined,
): Promise<void> {
  if (!command.isOver) return;
  const { row, labels, presentBefore } = command;
  const { values, result, after_value } = outcomeOf(command, (code) => site?.codes.get(code)?.fid);
  known.push(...values);
  change.result = result;
  change.after_value = after_value;
  if (!row.plan.history) return;
  const counts = await countHistory(series, row.site_id, row.plan.history);
  change.result = {
    received: labels.size,
    ...(counts && {
      expected: counts.expected,
      added: Math.max(0, counts.present - (presentBefore ?? counts.present)),
      missing: counts.expected - counts.present,
    }),
  };
}

/** A stored request that may be sent. */
export interface Numbered {
  exchange_id: number;
  qn: string;
}

export interface StoredTurn {
  /** Commands that still belong to this server. */
  kept: ReadonlySet<number>;
  /** By command. */
  exchanges: ReadonlyMap<number, Numbered>;
}

/** Commands taken from the queue. */
export interface Taken {
  snapshots: Snapshot[];
  turn: StoredTurn;
}

export function changedCommand({ row, run }: Active): ChangedCommand {
  const { command_id, site_id, batch_id, kind } = row;
  return { command_id, site_id, batch_id, kind, state: run.state };
}

/** Stores the states of commands, and the next requests with their numbers. */
export async function storeTurn(
  db: Db,
  { process_id, now }: { process_id: string; now: Date },
  snapshots: readonly Snapshot[],
): Promise<StoredTurn> {
  if (snapshots.length === 0) return { kept: new Set(), exchanges: new Map() };
  const sending = snapshots.filter(({ todo }) => todo === 'send').map(({ command }) => command);
  const rows = await storeRows(db, process_id, now, {
    changes: snapshots.map(({ change }) => change),
    replies: snapshots.flatMap(({ replies }) => replies),
    resent: snapshots.flatMap(resent),
    values: snapshots.flatMap(({ known }) => known),
    exchanges: await numbered(db, sending, now),
  });
  const kept = new Set(rows.map(({ command_id }) => command_id));
  await passwordsSet(
    db,
    snapshots.flatMap(({ command }) => (kept.has(command.row.command_id) ? [command] : [])),
  );
  const exchanges = rows.flatMap(({ command_id, exchange_id, qn }): [number, Numbered][] =>
    exchange_id === null || qn === null ? [] : [[command_id, { exchange_id, qn }]],
  );
  return { kept, exchanges: new Map(exchanges) };
}

function resent({ command, todo, change }: Snapshot) {
  const { exchange, row } = command;
  return todo === 'resend' && exchange
    ? [{ command_id: row.command_id, exchange_id: exchange.exchange_id, sends: change.run.sends }]
    : [];
}

/** The requests of these commands, each with its own QN. */
async function numbered(db: Db, sending: readonly Active[], now: Date): Promise<NewExchange[]> {
  if (sending.length === 0) return [];
  const numbers = await takeNumbers(db, sending.length, now);
  return sending.flatMap((command, i) => {
    const qn = numbers[i] ?? '';
    const ready = command.outgoing(qn);
    if (!ready) return [];
    const { command_id, site_id } = command.row;
    const { stage, step } = command.run;
    return [{ command_id, site_id, stage, step, qn, cn: ready.shown.cn, request: frameText(ready.shown) }];
  });
}
