import type { App } from '#server/app.ts';
import { createCommands } from '#server/commands/create.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { historyKinds, type ResupplyType } from '#shared/domain/resupply.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';

type AskApp = Pick<App, 'pool' | 'secrets' | 'now'>;

/** Most queued requests per site: people's commands must not wait behind them, and live data come first. */
const MOST_OF_SITE = 4;
const MOST_IN_ALL = 100;
/** Below all commands of users. */
const PRIORITY = -10;

interface Claimed {
  gap_id: number;
  site_id: number;
  data_type: ResupplyType;
  ask_from: string;
  ask_to: string;
  missing: number;
}

/**
 * Queues the requests for due gaps of connected devices, newest first. Gap and command change in one transaction: after
 * a crash a gap is either still to be requested or has its command.
 */
export function askForDue(app: AskApp): Promise<number> {
  return app.pool.tx({}, async (db) => {
    const claimed = await claim(db);
    for (const data_type of new Set(claimed.map((gap) => gap.data_type)))
      await ask(
        app,
        db,
        claimed.filter((gap) => gap.data_type === data_type),
        data_type,
      );
    return claimed.length;
  });
}

/** Updating the state claims the gaps. */
function claim(db: Db): Promise<Claimed[]> {
  return db.rows<Claimed>(sql`
    with busy as (select site_id, count(*) as open from resupply_gap where state = 'requested' group by site_id),
    ready as (
      select g.gap_id, coalesce(b.open, 0) + row_number() over (partition by g.site_id order by g.from_at desc) as place
        from resupply_gap g
        join auto_resupply a using (site_id) join auto_resupply_look k using (site_id) join link_state l using (site_id)
        left join busy b using (site_id)
       where g.state = 'open' and a.running and l.online and g.next_at <= k.looked_at),
    chosen as (
      select gap_id from ready where place <= ${MOST_OF_SITE} order by place, gap_id
       limit greatest(0, ${MOST_IN_ALL}::bigint - (select coalesce(sum(open), 0) from busy))),
    locked as (
      select gap_id from resupply_gap join chosen using (gap_id) where state = 'open' order by gap_id
         for update of resupply_gap skip locked)
    update resupply_gap g
       set state = 'requested', command_id = null,
           run_id = (select max(run_id) from resupply_run r where r.site_id = g.site_id)
      from locked where g.gap_id = locked.gap_id
    returning g.gap_id, g.site_id, g.data_type, g.ask_from, g.ask_to, g.missing`);
}

async function ask(app: AskApp, db: Db, gaps: readonly Claimed[], data_type: ResupplyType): Promise<void> {
  // One command per device at a time, so that a command can be matched by its site.
  for (let rest = gaps; rest.length > 0; ) {
    const round = [...new Map(rest.map((gap) => [gap.site_id, gap])).values()];
    const taken = new Set(round);
    rest = rest.filter((gap) => !taken.has(gap));
    const made = await createCommands(app, db, {
      kind: historyKinds[data_type],
      targets: round.map(({ site_id, ask_from, ask_to }) => ({
        site_id,
        params: { from: new Date(ask_from).toISOString(), to: new Date(ask_to).toISOString() },
      })),
      ...{ reason: '', by: null, life_ms: DAY_MS, priority: PRIORITY },
    });
    const commands = new Map(made.commands.map(({ site_id, command_id }) => [site_id, command_id]));
    const rows = round.map(({ gap_id, site_id }) => ({ gap_id, command_id: commands.get(site_id) ?? null }));
    await noteCommands(db, rows, app.now());
  }
}

/** Gives up gaps of devices that cannot be asked for history; the run counts the requests. */
async function noteCommands(
  db: Db,
  rows: readonly { gap_id: number; command_id: number | null }[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    with noted as (
      update resupply_gap g
         set command_id = x.command_id,
             state = case when x.command_id is null then 'gave_up' else 'requested' end,
             why = case when x.command_id is null then 'not_supported' end,
             ended_at = case when x.command_id is null then ${now}::timestamptz end
        from jsonb_to_recordset(${json(rows)}) as x (gap_id bigint, command_id bigint)
       where g.gap_id = x.gap_id
      returning g.run_id, g.missing, g.command_id)
    update resupply_run r
       set asked = r.asked + n.asked, commands = r.commands + n.commands, given_up = r.given_up + n.given_up
      from (select run_id, count(command_id) as commands, coalesce(sum(missing) filter (where command_id is not null), 0) as asked,
                   coalesce(sum(missing) filter (where command_id is null), 0) as given_up
              from noted group by run_id) n
     where r.run_id = n.run_id`);
}
