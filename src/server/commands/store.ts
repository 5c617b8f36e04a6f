import type { Db } from '#server/db/pool.ts';
import { join, json, prepared, type Sql, sql } from '#server/db/sql.ts';
import type { Run } from '#shared/domain/command-run.ts';

/** A change of a command's state. */
export interface Change {
  command_id: number;
  run: Run;
  /** This server takes the command over with this change. */
  takes?: boolean;
  verifications: number;
  verify_at: Date | null;
  sent_at?: Date | undefined;
  acked_at?: Date | undefined;
  finished_at?: Date | undefined;
  result?: unknown;
  after_value?: unknown;
}

function changing(process_id: string, changes: readonly Change[]): Sql {
  const rows = changes.map(({ run, takes = false, ...change }) => ({ ...run, ...change, takes }));
  return sql`
    update command c
       set state = x.state, stage = x.stage, step = x.step, sends = x.sends, answered = x.answered,
           has_values = x.has_values, has_ended = x.has_ended, gave = x.gave, pending = x.pending, phase = x.phase,
           qn_rtn = x.qn_rtn, exe_rtn = x.exe_rtn, error = x.error, late = x.late, confirmed = x.confirmed,
           settled_by = x.settled_by, verifications = x.verifications, verify_at = x.verify_at,
           sent_at = coalesce(c.sent_at, x.sent_at), acked_at = coalesce(c.acked_at, x.acked_at),
           finished_at = x.finished_at, result = coalesce(x.result, c.result),
           after_value = coalesce(x.after_value, c.after_value), taken_by = ${process_id}
      from jsonb_to_recordset(${json(rows)}) as x (
             command_id bigint, takes boolean, state text, stage text, step smallint, sends smallint, answered boolean,
             has_values boolean, has_ended boolean, gave smallint, pending text, phase text, qn_rtn integer,
             exe_rtn integer, error text, late boolean, confirmed boolean, settled_by text, verifications smallint,
             verify_at timestamptz, sent_at timestamptz, acked_at timestamptz, finished_at timestamptz, result jsonb,
             after_value jsonb)
     where c.command_id = x.command_id and (x.takes or c.taken_by = ${process_id})
    returning c.command_id`;
}

/** Stores the states of commands. */
export async function storeChanges(db: Db, process_id: string, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await db.run(changing(process_id, changes));
}

export interface NewReply {
  command_id: number;
  exchange_id: number;
  site_id: number;
  received_at: Date;
  cn: string;
  qn: string;
  raw: string;
  late: boolean;
  by_fallback: boolean;
}

function replying(replies: readonly NewReply[], which: Sql): Sql {
  return sql`
    insert into command_reply (command_id, exchange_id, site_id, received_at, cn, qn, raw, late, by_fallback)
    select command_id, exchange_id, site_id, received_at, cn, qn, raw, late, by_fallback
      from jsonb_to_recordset(${json(replies.map((reply, n) => ({ ...reply, n })))}) as x (
             n integer, command_id bigint, exchange_id bigint, site_id integer, received_at timestamptz, cn text,
             qn text, raw text, late boolean, by_fallback boolean) ${which}
     order by n`;
}

export async function storeReplies(db: Db, replies: readonly NewReply[]): Promise<void> {
  if (replies.length > 0) await db.run(replying(replies, sql``));
}

/** A request that was sent again. */
export interface Resent {
  command_id: number;
  exchange_id: number;
  sends: number;
}

export interface NewExchange {
  command_id: number;
  site_id: number;
  stage: Run['stage'];
  step: number;
  qn: string;
  cn: string;
  /** Without passwords. */
  request: string;
}

export interface NewDeviceValue {
  site_id: number;
  component_id: number | null;
  item: string;
  value: unknown;
  at: Date;
  source: 'read' | 'written';
  command_id: number;
}

/** Stores values from late replies. */
export async function storeValues(db: Db, values: readonly NewDeviceValue[]): Promise<void> {
  if (values.length > 0) await db.run(knowing(values, sql``));
}

/** Everything that a turn stores. */
export interface TurnRows {
  changes: readonly Change[];
  replies: readonly NewReply[];
  resent: readonly Resent[];
  values: readonly NewDeviceValue[];
  exchanges: readonly NewExchange[];
}

/** A command that still belongs to this server, with the stored request that may be sent. */
export interface KeptCommand {
  command_id: number;
  exchange_id: number | null;
  qn: string | null;
}

/**
 * Stores a turn in one statement, however many commands it has; skips commands that another server has taken over. An
 * older value of a device does not replace a newer one.
 */
export function storeRows(db: Db, process_id: string, now: Date, rows: TurnRows): Promise<KeptCommand[]> {
  const { changes, replies, resent, values, exchanges } = rows;
  const ofKept = sql`join kept using (command_id)`;
  const parts = [
    sql`kept as (${changing(process_id, changes)})`,
    sql`sent as (
      insert into command_exchange (command_id, site_id, stage, step, qn, cn, request, sent_at)
      select command_id, site_id, stage, step, qn, cn, request, ${now}
        from jsonb_to_recordset(${json(exchanges)}) as x (
               command_id bigint, site_id integer, stage text, step smallint, qn text, cn text, request text) ${ofKept}
      returning command_id, exchange_id, qn)`,
    ...(replies.length > 0 ? [sql`said as (${replying(replies, ofKept)})`] : []),
    ...(resent.length > 0 ? [sql`again as (${resending(resent, ofKept)})`] : []),
    ...(values.length > 0 ? [sql`known as (${knowing(values, ofKept)})`] : []),
  ];
  // Prepared: planning it takes as long as storing several commands.
  return db.rows<KeptCommand>(
    prepared(sql`
    with ${join(parts)} select k.command_id, s.exchange_id, s.qn from kept k left join sent s using (command_id)`),
  );
}

function resending(resent: readonly Resent[], which: Sql): Sql {
  return sql`
    update command_exchange e set sends = x.sends
      from jsonb_to_recordset(${json(resent)}) as x (command_id bigint, exchange_id bigint, sends smallint) ${which}
     where e.exchange_id = x.exchange_id`;
}

function knowing(values: readonly NewDeviceValue[], which: Sql): Sql {
  return sql`
    insert into device_value as t (site_id, component_id, item, value, at, source, command_id)
    select distinct on (site_id, component_id, item) site_id, component_id, item, value, at, source, command_id
      from jsonb_to_recordset(${json(values)}) as x (
             site_id integer, component_id smallint, item text, value jsonb, at timestamptz, source text,
             command_id bigint) ${which}
     order by site_id, component_id, item, at desc
    on conflict on constraint device_value_key do update
      set value = excluded.value, at = excluded.at, source = excluded.source, command_id = excluded.command_id
    where t.at <= excluded.at`;
}
