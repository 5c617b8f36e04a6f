import type { Db } from '#server/db/pool.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import type { SeriesStore } from '#server/series/store.ts';
import type { Active } from './active.ts';
import { countHistory, outcomeOf } from './outcome.ts';
import { passwordsSet } from './passwords.ts';
import {
  type Change,
  type NewDeviceValue,
  type NewReply,
  storeChanges,
  storeDeviceValues,
  storeExchanges,
  storeReplies,
  storeSends,
  takeNumbers,
} from './records.ts';
import { frameText } from './request.ts';

/** A command as it is to be written down. */
export interface Snapshot {
  command: Active;
  version: number;
  todo: Active['todo'];
  change: Change;
  replies: NewReply[];
  /** What is known of the device by it. */
  known: NewDeviceValue[];
}

/** `takes`: it becomes this server's with it. */
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

/** Adds what a command that is over has read, set or brought. */
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

/** A request that is stored and may go out. */
export interface Numbered {
  exchange_id: number;
  qn: string;
}

export interface StoredTurn {
  /** Commands that are still this server's. */
  kept: ReadonlySet<number>;
  /** By command. */
  exchanges: ReadonlyMap<number, Numbered>;
}

/** Writes down where commands stand, and the next requests with their numbers. */
export async function storeTurn(
  db: Db,
  { process_id, now }: { process_id: string; now: Date },
  snapshots: readonly Snapshot[],
): Promise<StoredTurn> {
  const kept = await storeChanges(
    db,
    process_id,
    snapshots.map(({ change }) => change),
  );
  const own = snapshots.filter(({ command }) => kept.has(command.row.command_id));
  await storeReplies(
    db,
    own.flatMap(({ replies }) => replies),
  );
  await storeSends(db, own.flatMap(resent));
  await storeDeviceValues(
    db,
    own.flatMap(({ known }) => known),
  );
  await passwordsSet(
    db,
    own.map(({ command }) => command),
  );
  const sending = own.filter(({ todo }) => todo === 'send').map(({ command }) => command);
  return { kept, exchanges: await number(db, sending, now) };
}

function resent({ command, todo, change }: Snapshot) {
  const { exchange } = command;
  return todo === 'resend' && exchange
    ? [{ exchange_id: exchange.exchange_id, sends: change.run.sends }]
    : [];
}

async function number(db: Db, sending: readonly Active[], now: Date): Promise<Map<number, Numbered>> {
  const numbered = new Map<number, Numbered>();
  if (sending.length === 0) return numbered;
  const numbers = await takeNumbers(db, sending.length, now);
  const rows = sending.flatMap((command, i) => {
    const qn = numbers[i] ?? '';
    const ready = command.outgoing(qn);
    if (!ready) return [];
    const { command_id, site_id } = command.row;
    const { stage, step } = command.run;
    const { cn } = ready.packet;
    return [{ command_id, site_id, stage, step, qn, cn, request: frameText(ready.packet) }];
  });
  const ids = await storeExchanges(db, rows, now);
  for (const { command_id, qn } of rows) {
    const exchange_id = ids.get(qn);
    if (exchange_id !== undefined) numbered.set(command_id, { exchange_id, qn });
  }
  return numbered;
}
