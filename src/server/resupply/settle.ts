import type { App } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { afterTry, startsIn, type Tried } from '#shared/domain/auto-resupply.ts';
import type { CommandState } from '#shared/domain/command-run.ts';
import type { ResupplyType } from '#shared/domain/resupply.ts';
import { presentOf } from './periods.ts';

type SettleApp = Pick<App, 'pool' | 'series' | 'now'>;

const AT_ONCE = 100;
/** ExeRtn: the device has no data for that time. */
const NO_DATA = 100;

interface Answered {
  gap_id: number;
  site_id: number;
  data_type: ResupplyType;
  from_at: string;
  to_at: string;
  step_ms: number;
  missing: number;
  tries: number;
  absent_tries: number;
  command_id: number | null;
  state: CommandState | null;
  exe_rtn: number | null;
}

/** Checks what has arrived for finished requests. Returns their number. */
export async function settleAnswered(app: SettleApp): Promise<number> {
  const over = await app.pool.rows<Answered>(sql`
    select g.gap_id, g.site_id, g.data_type, g.from_at, g.to_at, g.step_ms, g.missing, g.tries, g.absent_tries,
           g.command_id, c.state, c.exe_rtn
      from resupply_gap g left join command c using (command_id)
     where g.state = 'requested'
       and (c.command_id is null or c.finished_at is not null or (c.state = 'unknown' and c.verify_at is null))
     order by g.gap_id limit ${AT_ONCE}`);
  if (over.length === 0) return 0;
  const now = app.now();
  const rows: object[] = [];
  for (const gap of over) rows.push(await outcomeOf(app, gap, now));
  // The state update decides which server counts the result.
  await app.pool.run(sql`
    with settled as (
      update resupply_gap g
         set state = x.state, why = x.why, tries = x.tries, absent_tries = x.absent_tries, next_at = x.next_at,
             missing = x.missing, ask_from = coalesce(x.ask_from, g.ask_from), ask_to = coalesce(x.ask_to, g.ask_to),
             ended_at = case when x.state = 'open' then null else ${now}::timestamptz end
        from jsonb_to_recordset(${json(rows)}) as x (
               gap_id bigint, command_id bigint, state text, why text, tries smallint, absent_tries smallint,
               next_at timestamptz, missing integer, ask_from timestamptz, ask_to timestamptz, filled integer)
       where g.gap_id = x.gap_id and g.state = 'requested' and g.command_id is not distinct from x.command_id
      returning g.run_id, x.filled, case when x.state in ('absent', 'gave_up') then x.missing else 0 end as given_up)
    update resupply_run r set filled = r.filled + n.filled, given_up = r.given_up + n.given_up
      from (select run_id, sum(filled) as filled, sum(given_up) as given_up from settled group by run_id) n
     where r.run_id = n.run_id`);
  return over.length;
}

async function outcomeOf({ series }: SettleApp, gap: Answered, now: Date): Promise<object> {
  const { gap_id, site_id, data_type, step_ms, command_id } = gap;
  const starts = startsIn({ from: Date.parse(gap.from_at), to: Date.parse(gap.to_at) }, step_ms);
  const present = await presentOf(series, site_id, data_type, starts);
  const missing = starts.filter((at) => !present.has(at));
  const [first, last] = [missing[0], missing.at(-1)];
  const { next_at, ...after } = afterTry(gap, triedBy(gap), missing.length, now.getTime());
  return {
    ...after,
    ...{ gap_id, command_id, missing: missing.length, filled: Math.max(0, gap.missing - missing.length) },
    next_at: new Date(next_at).toISOString(),
    ask_from: first === undefined ? null : new Date(first).toISOString(),
    ask_to: last === undefined ? null : new Date(last + step_ms).toISOString(),
  };
}

function triedBy({ state, exe_rtn }: Answered): Tried {
  if (state === null || state === 'cancelled' || state === 'expired') return 'not_tried';
  return exe_rtn === NO_DATA ? 'no_data' : 'answered';
}
