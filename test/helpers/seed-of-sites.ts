import { sql } from '#server/db/sql.ts';
import { addAlarm } from './alarms.ts';
import type { TestApp } from './app.ts';

/** Creates one of each thing that belongs to a site, for every site. Returns the alarm ID by site. */
export async function seedOfSites(app: TestApp, everySite: readonly number[]): Promise<Map<number, number>> {
  const hour = { data_type: 'hour' as const, ts: new Date('2026-11-15T01:00:00Z'), origin: 'l' as const };
  const readings = everySite.map((site_id) => ({ site_id, ...hour, fids: [1], avg: [160] }));
  await app.app.series.append({ readings, packets: [] });
  await app.rollUp();
  await app.db.run(sql`
    insert into device_log (site_id, ts, kind, target, info, value, received_at)
    select site_id, ${app.clock.now}, 'log', '', 'i11001', 'x', ${app.clock.now} from site`);
  await app.db.run(sql`
    insert into held_packet (site_id, received_at, ts, data_type, reason, cn, remote, raw)
    select site_id, ${app.clock.now}, '2027-01-01', 'hour', 'future_time', '2061', '', 'x'::bytea from site`);
  await app.db.run(sql`
    insert into held_correction (site_id, reason, shift_seconds, packets, ts_from, ts_to, taken_at, taken_by, state)
    select site_id, 'future_time', 0, 0, ${app.clock.now}, ${app.clock.now}, ${app.clock.now}, 'x', 'done' from site`);
  await app.db.run(sql`
    insert into correction_change (site_id, from_at, reason, created_at, state, items)
    select site_id, ${app.clock.now}, 'x', ${app.clock.now}, 'awaiting_approval', '[{"component_id": 1, "k": 1, "b": 0, "list": []}]'
      from site`);
  await app.db.run(sql`
    insert into alarm_rule (scope, site_id, component_id, data_type, high_alarm)
    select 'site', site_id, 1, 'minute', 9 from site`);
  await app.db.run(sql`
    insert into alarm_kind (kind, scope, site_id) select 'offline', 'site', site_id from site`);
  await app.db.run(sql`delete from alarm_route`);
  await app.db.run(sql`
    insert into alarm_route (route_name, scope, site_id, everyone) select site_id, 'site', site_id, true from site`);
  await app.db.run(sql`
    insert into maintenance_window (scope, site_id, starts_at, ends_at)
    select 'site', site_id, ${app.clock.now}::timestamptz + interval '1 h', ${app.clock.now}::timestamptz + interval '2 h'
      from site`);
  await app.db.run(sql`
    insert into work_order (order_type_id, form_id, needs_check, site_id, order_title, made_by_name, created_at)
    select 1, 1, true, site_id, 'x', 'x', ${app.clock.now} from site`);
  await app.db.run(sql`
    with plan as (
      insert into order_plan (plan_name, order_type_id, basis, every_days, first_at)
      select 'plan ' || site_id, 1, 'days', 7, '2027-01-01' from site returning plan_id, plan_name)
    insert into order_plan_site (plan_id, site_id)
    select plan_id, substr(plan_name, 6)::integer from plan`);
  await app.db.run(sql`
    insert into order_request (site_id, description, created_at, network)
    select site_id, 'x', ${app.clock.now}, 'x' from site`);
  await app.db.run(sql`
    with batch as (insert into command_batch (kind, created_at) values ('time_read', ${app.clock.now}) returning batch_id)
    insert into command (kind, site_id, mn, plan, batch_id, created_at, expires_at, state)
    select 'time_read', site_id, mn, '{"secrets": []}', batch_id, ${app.clock.now}, ${app.clock.now}, 'failed'
      from site, batch`);
  await app.db.run(sql`
    insert into control_lease (site_id, user_id, opened_at, until_at)
    select site_id, 1, ${app.clock.now}, ${app.clock.now}::timestamptz + interval '1 h' from site`);
  await app.db.run(sql`
    insert into auto_resupply (site_id, running, data_types, window_days, every_minutes, changed_at)
    select site_id, false, '{hour}', 30, 60, ${app.clock.now} from site`);
  await app.db.run(sql`insert into resupply_run (site_id, at) select site_id, ${app.clock.now} from site`);
  await app.db.run(sql`
    insert into resupply_gap (site_id, data_type, from_at, to_at, step_ms, ask_from, ask_to, missing, state, told, found_at,
                              next_at)
    select site_id, 'hour', t, t + interval '1 h', 3600000, t, t + interval '1 h', 1, 'absent', true, t, t
      from site, (select ${app.clock.now}::timestamptz as t) x`);
  const alarms = new Map<number, number>();
  for (const site_id of everySite)
    alarms.set(site_id, await addAlarm(app.db, { site_id, component_id: 1, kind: 'flag' }));
  return alarms;
}
