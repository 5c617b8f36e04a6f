import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { stateKeyOf } from './judge.ts';
import type { AlarmSetup, AlarmSite } from './setup.ts';

interface Open {
  alarm_id: number;
  site_id: number;
  kind: AlarmKind;
  component_id: number | null;
  data_type: string | null;
  side: string;
}

/** Closes alarms whose rule was deleted or whose kind was switched off. Returns the states that have changed. */
export async function retire(
  { pool, now }: Pick<App, 'pool' | 'now'>,
  setup: AlarmSetup,
  guard: (db: Db) => Promise<void>,
): Promise<Pick<Open, 'site_id' | 'data_type'>[]> {
  const open = await pool.rows<Open>(sql`
    select alarm_id, site_id, kind, component_id, data_type, side from alarm
     where ended_at is null and site_id is not null`);
  const ended = open.filter((alarm) => {
    const site = setup.site(alarm.site_id);
    return site !== undefined && !isAskedFor(alarm, setup, site);
  });
  if (ended.length === 0) return [];
  await pool.tx({}, async (db) => {
    await guard(db);
    await db.run(sql`
      with was as (
        update alarm set ended_at = greatest(from_at, raised_at, ${now()}), end_reason = 'rule_ended', closed_at = ${now()}
         where alarm_id = any(${ended.map(({ alarm_id }) => alarm_id)}::bigint[]) and ended_at is null
        returning alarm_id, level)
      insert into alarm_step (alarm_id, at, did, level) select alarm_id, ${now()}, 'rule_ended', level from was`);
    // If it is switched on again, it starts from an empty state.
    await db.run(sql`
      update alarm_state s set state = s.state - i.keys
        from (select site_id, data_type, array_agg(key) as keys
                from unnest(${ended.map(({ site_id }) => site_id)}::integer[],
                            ${ended.map(({ data_type }) => data_type)}::text[], ${ended.map(stateKeyOf)}::text[])
                       as u (site_id, data_type, key)
               group by 1, 2) i
       where s.site_id = i.site_id and s.data_type = i.data_type`);
  });
  return ended;
}

function isAskedFor(alarm: Open, setup: AlarmSetup, site: AlarmSite): boolean {
  if (!setup.kind(alarm.kind, site).enabled || site.virtual_data) return false;
  if (alarm.kind !== 'over_standard') return true;
  return setup
    .rules(site)
    .some(
      (rule) =>
        rule.component_id === alarm.component_id &&
        rule.data_type === alarm.data_type &&
        (rule.measure === 'value') === (alarm.side === 'high' || alarm.side === 'low'),
    );
}
