import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { usable } from '#server/settings/usable.ts';
import { tellingShape } from '#shared/contract/alarms/telling.ts';
import { quietUntil } from '#shared/domain/alarm-quiet.ts';
import type { AlarmLevel, AlarmRule } from '#shared/domain/alarm-rule.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import type { DueGroup, Gathering } from './tell-gather.ts';
import { routeHolds } from './tell-people.ts';

export type DueEvent = 'raised' | 'worsened' | 'escalated' | 'reminder' | 'recovered';

export interface TellingRules extends Gathering {
  quiet_hours: AlarmRule['hours'];
  quiet_levels: AlarmLevel[];
}

export async function readRules(db: Db): Promise<TellingRules> {
  const rules = await db.one<TellingRules>(sql`
    select quiet_hours, quiet_levels, storm_count, storm_minutes, gather_seconds from alarm_setting`);
  if (!rules) throw new Error('no alarm settings');
  return usable<TellingRules>({ quiet_hours: tellingShape.quiet_hours }, rules, { quiet_hours: [] });
}

/**
 * Turns alarm steps into due notifications: for a raised or worsened alarm, one per matching route, at once or later;
 * for a worsened or recovered one, for those who were notified before.
 */
export async function planSteps(db: Db): Promise<void> {
  await db.run(sql`
    with taken as (
      update alarm_step st set tell = null from alarm a
       where st.tell and a.alarm_id = st.alarm_id
      returning st.alarm_id, st.did, coalesce(st.level, a.level) as level, st.at, a.family, a.kind, a.site_id
    ), routed as (
      select t.alarm_id, r.route_id, case when r.after_minutes > 0 then 'escalated' else t.did end as event,
             t.at + make_interval(mins => r.after_minutes) as due_at
        from taken t
        left join site s using (site_id)
        join alarm_route r on r.enabled and t.family = any(r.families) and t.level = any(r.levels)
         and (r.kinds = '{}' or t.kind = any(r.kinds)) and ${routeHolds(sql`r`)}
       where t.did in ('raised', 'worsened')
    ), known as (
      select alarm_id, null::integer as route_id, case did when 'worsened' then did else 'recovered' end as event,
             at as due_at
        from taken where did in ('worsened', 'recovered', 'rule_ended', 'corrected')
    )
    insert into alarm_due (alarm_id, route_id, event, due_at)
    select distinct on (alarm_id, route_id, event) alarm_id, route_id, event, due_at
      from (select * from routed union all select * from known) planned
     order by alarm_id, route_id, event, due_at
    on conflict on constraint alarm_due_once do update
      set due_at = least(alarm_due.due_at, excluded.due_at), held = false`);
}

/** Drops notifications that are no longer wanted and postpones those that have to wait. */
export async function holdBack(
  db: Db,
  now: Date,
  { quiet_hours, quiet_levels }: TellingRules,
): Promise<void> {
  await db.run(sql`
    delete from alarm_due d using alarm a
     where a.alarm_id = d.alarm_id and d.due_at <= ${now}
       and case when d.event in ('escalated', 'reminder')
                then num_nonnulls(a.ended_at, a.acknowledged_at, a.handled_at) > 0
                when d.event in ('raised', 'worsened')
                then a.end_reason = 'corrected' or (d.held and a.ended_at is not null)
                else false end`);
  await db.run(sql`
    update alarm_due d set due_at = held_by.until
      from (select d.due_id, max(m.ends_at) as until
              from alarm_due d
              join alarm a using (alarm_id)
              join maintained_site m on m.site_id = a.site_id and m.starts_at <= ${now} and m.ends_at > ${now}
             where d.due_at <= ${now} and d.event in ('escalated', 'reminder')
             group by d.due_id) held_by
     where held_by.due_id = d.due_id`);
  const until = quietUntil(now, quiet_hours);
  if (!until) return;
  await db.run(sql`
    update alarm_due d set due_at = ${until}, held = true from alarm a
     where a.alarm_id = d.alarm_id and d.due_at <= ${now} and a.level = any(${quiet_levels})`);
}

export interface ReadyGroup extends DueGroup {
  event: DueEvent;
  due_ids: number[];
}

/** Due notifications by kind, factor and city. A recovery waits until the alarm itself was notified. */
export async function dueGroups(db: Db, now: Date, { storm_minutes }: Gathering): Promise<ReadyGroup[]> {
  const since = new Date(now.getTime() - storm_minutes * MINUTE_MS);
  const key = sql`a.kind, a.component_id, a.side, s.city_code`;
  const lately = (column: 'opened_at' | 'closed_at') => sql`
    select ${key}, count(distinct a.site_id) as sites from alarm a join site s using (site_id)
     where ${column === 'opened_at' ? sql`a.opened_at` : sql`a.closed_at`} > ${since} and not a.late
     group by ${key}`;
  const isKey = (lately: string) => {
    const other = lately === 'o' ? sql`o` : sql`c`;
    return sql`(${other}.kind, ${other}.component_id, ${other}.side, ${other}.city_code)
       is not distinct from (g.kind, g.component_id, g.side, g.city_code)`;
  };
  return db.rows<ReadyGroup>(sql`
    with due as (
      select d.event, ${key}, count(distinct a.site_id) as sites, jsonb_agg(d.due_id) as due_ids,
             extract(epoch from min(d.due_at))::float8 * 1000 as oldest,
             extract(epoch from max(d.due_at))::float8 * 1000 as newest
        from alarm_due d
        join alarm a using (alarm_id)
        left join site s using (site_id)
       where d.due_at <= ${now}
         and not (d.event = 'recovered' and exists (
               select from alarm_due p
                where p.alarm_id = d.alarm_id and p.event in ('raised', 'worsened') and p.due_at <= ${now}))
       group by d.event, ${key}
    ), opened as (${lately('opened_at')}), closed as (${lately('closed_at')})
    select g.event, g.kind, g.sites, g.due_ids, g.oldest, g.newest,
           greatest(g.sites, case g.event when 'raised' then o.sites when 'recovered' then c.sites end) as recent
      from due g
      left join opened o on g.event = 'raised' and ${isKey('o')}
      left join closed c on g.event = 'recovered' and ${isKey('c')}
     order by g.event, g.kind`);
}

/** Removes what was sent. If its route repeats, it becomes due again until somebody acknowledges the alarm. */
export async function settle(db: Db, due_ids: readonly number[], now: Date): Promise<void> {
  const ids = [...due_ids];
  const again = sql`${now}::timestamptz + make_interval(mins => r.repeat_minutes)`;
  const isOpen = sql`num_nonnulls(a.ended_at, a.acknowledged_at, a.handled_at) = 0 and r.repeat_minutes is not null`;
  await db.run(sql`
    update alarm_due d set due_at = ${again}, times = d.times + 1, held = false
      from alarm a, alarm_route r
     where d.due_id = any(${ids}) and d.event = 'reminder' and a.alarm_id = d.alarm_id and r.route_id = d.route_id
       and ${isOpen} and d.times < r.repeat_most`);
  await db.run(sql`
    insert into alarm_due (alarm_id, route_id, event, due_at, times)
    select d.alarm_id, d.route_id, 'reminder', ${again}, 1
      from alarm_due d join alarm a using (alarm_id) join alarm_route r using (route_id)
     where d.due_id = any(${ids}) and d.event <> 'reminder' and ${isOpen}
     group by d.alarm_id, d.route_id, r.repeat_minutes
    on conflict on constraint alarm_due_once do update set due_at = excluded.due_at, times = excluded.times`);
  await db.run(sql`delete from alarm_due where due_id = any(${ids}) and due_at <= ${now}`);
}
