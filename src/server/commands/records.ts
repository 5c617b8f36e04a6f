import type { Db } from '#server/db/pool.ts';
import { prepared, Sql, sql } from '#server/db/sql.ts';
import { numbersFrom } from '#server/gateway/exchanges.ts';
import { isAlive } from '#server/servers/registry.ts';
import { type CommandKindName, commandKindNames, commandKinds } from '#shared/domain/command-kinds.ts';
import { openStates, type Run } from '#shared/domain/command-run.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import type { Plan } from './plan.ts';

/** A stored command with everything needed to run it. */
export interface CommandRow extends Run {
  command_id: number;
  kind: CommandKindName;
  site_id: number;
  mn: string;
  component_id: number | null;
  params: Record<string, unknown>;
  plan: Plan;
  batch_id: number | null;
  verifications: number;
  verify_at: string | null;
  sent_at: string | null;
}

const runColumns = [
  'state',
  'stage',
  'step',
  'sends',
  'answered',
  'has_values',
  'has_ended',
  'gave',
  'pending',
  'phase',
  'qn_rtn',
  'exe_rtn',
  'error',
  'late',
  'confirmed',
  'settled_by',
] as const satisfies readonly (keyof Run)[];

const columns = sql`
  c.command_id, c.kind, c.site_id, c.mn, c.component_id, c.params, c.plan, c.batch_id, c.verifications, c.verify_at,
  c.sent_at, c.state, c.stage, c.step, c.sends, c.answered, c.has_values, c.has_ended, c.gave, c.pending, c.phase,
  c.qn_rtn, c.exe_rtn, c.error, c.late, c.confirmed, c.settled_by`;

/** Literals, so that a generic plan can use the partial indexes of open commands. */
const open = new Sql([openStates.map((state) => `'${state}'`).join(', ')], []);
const isOpen = (alias = sql`c`) => sql`${alias}.state in (${open})`;

export function runOf(row: Run): Run {
  return Object.fromEntries(runColumns.map((column) => [column, row[column]])) as unknown as Run;
}

/** The sender holds remote control of the device; commands of the platform itself do not need it. */
const mayGo = (now: Date) => sql`
  (c.unattended or exists (select from control_lease h
                            where h.site_id = c.site_id and h.user_id = c.created_by and h.until_at > ${now}))`;

/** Cancels due commands to devices whose remote control was closed meanwhile. */
export function cancelUnheld(db: Db, process_id: string, now: Date): Promise<ChangedCommand[]> {
  return db.rows<ChangedCommand>(sql`
    update command c set state = 'cancelled', cancel_reason = 'control_off', finished_at = ${now}
      from link_state l
     where l.site_id = c.site_id and l.line_at = ${process_id} and c.state = 'queued' and not ${mayGo(now)}
    returning c.command_id, c.site_id, c.batch_id, c.kind, c.state`);
}

const powers = commandKindNames.map((kind) => commandKinds[kind].power);

/**
 * Cancels due commands whose sender may no longer send them: a command may have waited for hours, and its sender may
 * have been disabled, or have lost the power or the site.
 */
export function cancelBarred(db: Db, process_id: string, now: Date): Promise<ChangedCommand[]> {
  return db.rows<ChangedCommand>(sql`
    with waiting as materialized (
      select c.command_id, c.kind, c.site_id, c.created_by as user_id
        from command c join link_state l using (site_id)
       where l.line_at = ${process_id} and c.state = 'queued' and not c.unattended),
    senders as materialized (
      select u.user_id, u.role_id, u.role_id = ${SUPER_ROLE} or r.sees_all_sites as sees_all
        from user_account u join role r using (role_id)
       where u.status = 'normal' and u.user_id in (select user_id from waiting)),
    able as materialized (
      select s.user_id, k.kind
        from senders s cross join unnest(${commandKindNames}::text[], ${powers}::text[]) as k (kind, power_code)
       where s.role_id = ${SUPER_ROLE} or k.power_code in (
               select p.power_code from role_power rp join power p using (power_id) where rp.role_id = s.role_id)),
    sights as materialized (
      select v.user_id, v.site_id from visible_site v
       where v.user_id in (select user_id from senders where not sees_all)),
    barred as (
      select w.command_id from waiting w left join senders s using (user_id)
       where s.user_id is null
          or not exists (select from able a where a.user_id = w.user_id and a.kind = w.kind)
          or (not s.sees_all
              and not exists (select from sights v where v.user_id = w.user_id and v.site_id = w.site_id)))
    update command c set state = 'cancelled', cancel_reason = 'sender_barred', finished_at = ${now}
      from barred b where c.command_id = b.command_id and c.state = 'queued'
    returning c.command_id, c.site_id, c.batch_id, c.kind, c.state`);
}

/** A command that could be started now. */
export interface Due {
  command_id: number;
  site_id: number;
  batch_id: number | null;
  concurrency: number | null;
}

/**
 * Due commands of devices connected to this server: first those to be settled, then by priority, then in the order of
 * creation.
 */
export function dueCommands(db: Db, process_id: string, now: Date, most: number): Promise<Due[]> {
  return db.rows<Due>(sql`
    select c.command_id, c.site_id, c.batch_id, b.concurrency
      from command c join link_state l using (site_id) left join command_batch b using (batch_id)
     where l.line_at = ${process_id}
       and ((c.state = 'queued' and c.expires_at > ${now} and coalesce(not b.paused, true))
            or (c.state = 'unknown' and c.verify_at <= ${now}))
     order by c.state = 'unknown' desc, c.priority desc, c.command_id limit ${most}`);
}

/**
 * Takes those of the commands that may be sent: the device has no other command under way, and their batch has room.
 * Locks them until the end of the transaction.
 */
export function lockDue(db: Db, command_ids: readonly number[], now: Date): Promise<CommandRow[]> {
  return db.rows<CommandRow>(
    prepared(sql`
    with room as (
      select b.batch_id, b.concurrency - (select count(*) from command o where o.batch_id = b.batch_id and ${isOpen(sql`o`)})
               as free
        from command_batch b
       where b.batch_id in (select batch_id from command where command_id = any(${command_ids})) and not b.paused
         for update of b),
    ready as (
      select c.command_id, row_number() over (partition by c.batch_id order by c.command_id) as place,
             coalesce(r.free, 1e9) as free
        from command c left join room r using (batch_id)
       where c.command_id = any(${command_ids})
         and ((c.state = 'queued' and c.expires_at > ${now} and (c.batch_id is null or r.batch_id is not null)
               and ${mayGo(now)})
              or (c.state = 'unknown' and c.verify_at <= ${now}))
         and not exists (select from command o where o.site_id = c.site_id and ${isOpen(sql`o`)}))
    select ${columns} from command c join ready using (command_id)
     where ready.place <= ready.free and c.state in ('queued', 'unknown')
     order by c.command_id for update of c skip locked`),
  );
}

/** Commands that a dead server left unfinished, and those of this server that are not in its memory. */
export function lockOrphans(db: Db, process_id: string, own: readonly number[]): Promise<CommandRow[]> {
  return db.rows<CommandRow>(sql`
    select ${columns} from command c
     where ${isOpen()} and c.command_id <> all(${own})
       and (c.taken_by = ${process_id}
            or not exists (select from server_process p where p.process_id = c.taken_by and ${isAlive}))
     order by c.command_id for update of c skip locked`);
}

/** The requests with these numbers, with their commands. */
export interface KnownRequest extends CommandRow {
  exchange_id: number;
  exchange_qn: string;
  exchange_stage: Run['stage'];
  exchange_step: number;
}

export function lockRequests(
  db: Db,
  asked: readonly { site_id: number; qn: string }[],
): Promise<KnownRequest[]> {
  return db.rows<KnownRequest>(sql`
    select ${columns}, e.exchange_id, e.qn as exchange_qn, e.stage as exchange_stage, e.step as exchange_step
      from unnest(${asked.map(({ site_id }) => site_id)}::integer[], ${asked.map(({ qn }) => qn)}::text[])
             as a (site_id, qn)
      join command_exchange e on e.qn = a.qn and e.site_id = a.site_id
      join command c using (command_id)
     order by c.command_id for update of c`);
}

/** Reserves unused request numbers (QN): based on the clock, and unique across servers. */
export async function takeNumbers(db: Db, count: number, now: Date): Promise<string[]> {
  const row = await db.one<{ last_ms: number }>(sql`
    update command_clock set last_ms = greatest(last_ms, ${now.getTime() - 1}::bigint) + ${count}::bigint
    returning last_ms`);
  const last = row?.last_ms ?? now.getTime();
  return numbersFrom(last - count + 1, count);
}

/** Ends commands that have waited too long. */
export function expireCommands(db: Db, now: Date): Promise<ChangedCommand[]> {
  return db.rows<ChangedCommand>(sql`
    update command set state = 'expired', finished_at = ${now}
     where state in ('queued', 'awaiting_approval') and expires_at <= ${now}
    returning command_id, site_id, batch_id, kind, state`);
}

/** The part of a command that viewers are notified of. */
export interface ChangedCommand {
  command_id: number;
  site_id: number;
  batch_id: number | null;
  kind: CommandKindName;
  state: Run['state'];
}

/** Makes commands of devices that have come back due for settling at once. */
export async function verifyNow(db: Db, site_ids: readonly number[], now: Date): Promise<void> {
  await db.run(sql`
    update command set verify_at = ${now}
     where site_id = any(${site_ids}) and state = 'unknown' and verify_at > ${now}`);
}
