import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { scope } from '#server/scope.ts';
import {
  autoResupply,
  autoResupplyActions,
  resupplyGaps,
  resupplyRuns,
} from '#shared/contract/control/auto-resupply.ts';
import { COOL_MS } from '#shared/domain/auto-resupply.ts';
import { Fault } from '#shared/faults.ts';
import { requireSites } from './reach.ts';

const isRequested = sql`exists (select from resupply_gap g where g.site_id = a.site_id and g.state = 'requested')`;

/** Stopped recently, or still with requests in progress. */
const isCooling = (now: Date) =>
  sql`(not a.running and (a.changed_at > ${new Date(now.getTime() - COOL_MS)} or ${isRequested}))`;

const devices = list(autoResupply, {
  select: ({ user, now }) => sql`
    select a.site_id, s.site_name, s.mn, coalesce(l.online, false) as online,
           case when a.running then 'running' when ${isCooling(now())} then 'cooling' else 'stopped' end as state,
           a.data_types, a.window_days, a.every_minutes, case when a.running then k.next_at end as next_at, k.looked_at,
           coalesce(k.missing, 0) as missing, n.open_gaps, n.requested, coalesce(r.filled, 0) as filled,
           coalesce(r.given_up, 0) as given_up, u.real_name, a.changed_at
      from auto_resupply a join site s using (site_id)
      left join auto_resupply_look k using (site_id)
      left join link_state l using (site_id)
      left join user_account u on u.user_id = a.user_id
      cross join lateral (
        select count(*) filter (where g.state = 'open') as open_gaps, count(*) filter (where g.state = 'requested') as requested
          from resupply_gap g where g.site_id = a.site_id and g.state in ('open', 'requested')) n
      left join lateral (
        select sum(filled) as filled, sum(given_up) as given_up from resupply_run r where r.site_id = a.site_id) r on true
     where ${scope(user, sql`a.site_id`)}`,
  sort: sql`site_name collate "zh-x-icu", site_id`,
});

const runs = list(resupplyRuns, {
  select: ({ user }) => sql`
    select r.run_id, r.site_id, s.site_name, s.mn, r.at, r.found, r.missing, r.asked, r.filled, r.given_up, r.commands,
           exists (select from resupply_gap g where g.run_id = r.run_id and g.state = 'requested') as under_way
      from resupply_run r join site s using (site_id) where ${scope(user, sql`r.site_id`)}`,
  sort: sql`at desc, run_id desc`,
});

const gaps = list(resupplyGaps, {
  select: ({ user }) => sql`
    select g.gap_id, g.site_id, s.site_name, s.mn, g.data_type, g.from_at, g.to_at, g.missing, g.state, g.why, g.tries,
           g.found_at, case when g.state = 'open' then g.next_at end as next_at, g.ended_at, g.command_id, g.run_id
      from resupply_gap g join site s using (site_id) where ${scope(user, sql`g.site_id`)}`,
  sort: sql`found_at desc, gap_id desc`,
});

const sorted = (site_ids: readonly number[]) => [...new Set(site_ids)].sort((a, b) => a - b);

const actions = handlers(autoResupplyActions, {
  start: async (ctx, { site_ids, data_types, window_days, every_minutes }) => {
    const wanted = sorted(site_ids);
    await requireSites(ctx, wanted);
    const { db, user, now } = ctx;
    const at = now();
    const started = await db.rows<{ site_id: number }>(sql`
      insert into auto_resupply as a (site_id, running, data_types, window_days, every_minutes, user_id, changed_at)
      select site_id, true, ${[...new Set(data_types)]}::text[], ${window_days}, ${every_minutes}, ${user.user_id}, ${at}
        from unnest(${wanted}::integer[]) as x (site_id) order by site_id
      on conflict (site_id) do update
        set running = true, data_types = excluded.data_types, window_days = excluded.window_days,
            every_minutes = excluded.every_minutes, user_id = excluded.user_id, changed_at = excluded.changed_at
      where not a.running and not ${isCooling(at)}
      returning site_id`);
    await db.run(sql`
      insert into auto_resupply_look (site_id, next_at)
      select site_id, ${at} from unnest(${started.map(({ site_id }) => site_id)}::integer[]) as x (site_id)
      on conflict (site_id) do update set next_at = excluded.next_at`);
    const { running, cooling } = await stateOf(ctx, wanted, at);
    const already = running - started.length;
    if (started.length === 0) throw new Fault(already > 0 ? 'open_repeated' : 'thread_cooling');
    return { started: started.length, running: already, cooling };
  },

  stop: async (ctx, { site_ids }) => {
    const wanted = sorted(site_ids);
    await requireSites(ctx, wanted);
    const { db, user, now } = ctx;
    const stopped = await db.rows<{ site_id: number }>(sql`
      update auto_resupply set running = false, user_id = ${user.user_id}, changed_at = ${now()}
       where site_id = any(${wanted}) and running returning site_id`);
    if (stopped.length === 0) throw new Fault('edit_failed', { detail: 'resupply_not_running' });
    await db.run(sql`
      update command c set state = 'cancelled', cancel_reason = ${user.real_name}, finished_at = ${now()}
        from resupply_gap g
       where g.command_id = c.command_id and g.state = 'requested' and c.state = 'queued'
         and g.site_id = any(${stopped.map(({ site_id }) => site_id)})`);
    return { stopped: stopped.length };
  },

  set: async (ctx, { site_ids, data_types, window_days, every_minutes }) => {
    const wanted = sorted(site_ids);
    await requireSites(ctx, wanted);
    const { db, now } = ctx;
    const changed = await db.rows<{ site_id: number }>(sql`
      update auto_resupply
         set data_types = ${[...new Set(data_types)]}::text[], window_days = ${window_days}, every_minutes = ${every_minutes}
       where site_id = any(${wanted}) and running returning site_id`);
    if (changed.length === 0) throw new Fault('edit_failed', { detail: 'resupply_not_running' });
    await lookNow(
      ctx,
      changed.map(({ site_id }) => site_id),
      now(),
    );
    return { changed: changed.length };
  },

  look: async (ctx, { site_ids }) => {
    await requireSites(ctx, site_ids);
    const looking = await lookNow(ctx, site_ids, ctx.now());
    if (looking === 0) throw new Fault('edit_failed', { detail: 'resupply_not_running' });
    await auditAsked(ctx, site_ids, { look_now: true });
    return { looking };
  },

  retry: async (ctx, { gap_id }) => {
    const { db, user, now } = ctx;
    const rows = await db.rows<{ site_id: number; seen: boolean }>(sql`
      select site_id, ${scope(user, sql`g.site_id`)} as seen from resupply_gap g
       where gap_id = any(${gap_id}) and state in ('open', 'absent', 'gave_up') order by gap_id for update`);
    if (rows.some(({ seen }) => !seen)) throw new Fault('no_authority');
    if (rows.length === 0) throw new Fault('no_data');
    const site_ids = sorted(rows.map(({ site_id }) => site_id));
    if ((await lookNow(ctx, site_ids, now())) < site_ids.length)
      throw new Fault('edit_failed', { detail: 'resupply_not_running' });
    const done = await db.run(sql`
      update resupply_gap
         set state = 'open', why = null, tries = 0, absent_tries = 0, next_at = ${now()}, ended_at = null, told = false
       where gap_id = any(${gap_id}) and state in ('open', 'absent', 'gave_up')`);
    await auditAsked(ctx, site_ids, { tried_again: done });
    return { done };
  },
});

/** How many of the sites are running, and how many are cooling down after a stop. */
async function stateOf({ db }: Ctx, site_ids: readonly number[], now: Date) {
  const row = await db.one<{ running: number; cooling: number }>(sql`
    select count(*) filter (where a.running) as running, count(*) filter (where ${isCooling(now)}) as cooling
      from auto_resupply a where a.site_id = any(${site_ids})`);
  return row ?? { running: 0, cooling: 0 };
}

/** Schedules the running sites for immediate checks. */
function lookNow({ db }: Ctx, site_ids: readonly number[], now: Date): Promise<number> {
  return db.run(sql`
    update auto_resupply_look k set next_at = ${now}
      from auto_resupply a where a.site_id = k.site_id and a.running and k.site_id = any(${site_ids})`);
}

/** Audits actions that change no settings. */
async function auditAsked({ db }: Ctx, site_ids: readonly number[], after: object): Promise<void> {
  await db.run(sql`
    select write_audit('auto_resupply', site_id::text, 'update', null, ${json(after)})
      from unnest(${sorted(site_ids)}::integer[]) as x (site_id)`);
}

export const autoResupplyRoutes = [devices, runs, gaps, ...actions];
