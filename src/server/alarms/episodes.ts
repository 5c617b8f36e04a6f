import type { DataType } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { type AlarmKind, kindSpec } from '#shared/domain/alarm-kinds.ts';
import type { AlarmLevel } from '#shared/domain/alarm-rule.ts';

/** What identifies an episode, together with its start. */
export interface Identity {
  site_id: number | null;
  kind: AlarmKind;
  component_id: number | null;
  data_type: DataType | null;
  side: string;
}

export interface EpisodeStep {
  did: 'raised' | 'worsened' | 'recovered' | 'rule_ended' | 'corrected';
  level: AlarmLevel;
  tell: boolean;
}

/** An episode to be stored: new, or with changes. */
export interface EpisodeRecord extends Identity {
  level: AlarmLevel;
  from: number;
  raised: number;
  to: number | null;
  end_reason: 'recovered' | 'rule_ended' | 'corrected' | null;
  peak: number | null;
  last: number | null;
  count: number;
  limit: number | null;
  rule_id: number | null;
  rule_version: number | null;
  details: Record<string, unknown>;
  /** Known from late values only. */
  late: boolean;
  steps: EpisodeStep[];
}

/**
 * Stores episodes and their steps, ended ones before new ones, because only one may be open per identity. What users
 * have entered about an episode is kept.
 */
export async function storeEpisodes(db: Db, records: readonly EpisodeRecord[], now: Date): Promise<void> {
  await storeSome(
    db,
    records.filter(({ to }) => to !== null),
    now,
  );
  await storeSome(
    db,
    records.filter(({ to }) => to === null),
    now,
  );
}

async function storeSome(db: Db, records: readonly EpisodeRecord[], now: Date): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map((record, place) => ({
    ...record,
    place,
    family: kindSpec(record.kind).family,
    from: new Date(record.from),
    raised: new Date(record.raised),
    to: record.to === null ? null : new Date(record.to),
    details: JSON.stringify(record.details),
  }));
  const column = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key]);
  const stored = await db.rows<{ alarm_id: number; place: number }>(sql`
    with came as (
      select * from unnest(
        ${column('place')}::integer[], ${column('site_id')}::integer[], ${column('family')}::text[],
        ${column('kind')}::text[], ${column('component_id')}::smallint[], ${column('data_type')}::text[],
        ${column('side')}::text[], ${column('level')}::text[], ${column('from')}::timestamptz[],
        ${column('raised')}::timestamptz[], ${column('to')}::timestamptz[], ${column('end_reason')}::text[],
        ${column('peak')}::double precision[], ${column('last')}::double precision[], ${column('count')}::integer[],
        ${column('limit')}::double precision[], ${column('rule_id')}::integer[], ${column('rule_version')}::integer[],
        ${column('details')}::text[], ${column('late')}::boolean[])
        as i (place, site_id, family, kind, component_id, data_type, side, level, from_at, raised_at, ended_at, end_reason,
              peak, last_value, values_count, limit_value, rule_id, rule_version, details, late)
       where i.site_id is null or exists (select from site s where s.site_id = i.site_id)
    ), stored as (
      insert into alarm as t (site_id, family, kind, component_id, data_type, side, level, from_at, raised_at, ended_at,
                              end_reason, peak, last_value, values_count, limit_value, rule_id, rule_version, details,
                              late, opened_at, closed_at)
      select site_id, family, kind, component_id, data_type, side, level, from_at, raised_at, ended_at, end_reason, peak,
             last_value, values_count, limit_value, rule_id, rule_version, details::jsonb, late, ${now},
             case when ended_at is not null then ${now}::timestamptz end
        from came
      on conflict (site_id, kind, component_id, data_type, side, from_at)
         where end_reason is distinct from 'corrected' do update
        set level = excluded.level, raised_at = excluded.raised_at, ended_at = excluded.ended_at,
            end_reason = excluded.end_reason, peak = coalesce(excluded.peak, t.peak),
            last_value = coalesce(excluded.last_value, t.last_value), values_count = excluded.values_count,
            limit_value = coalesce(excluded.limit_value, t.limit_value),
            details = t.details || excluded.details,
            closed_at = case when excluded.ended_at is not null then coalesce(t.closed_at, ${now}) end
      returning t.*)
    select s.alarm_id, c.place
      from stored s join came c
        on (s.kind, s.side, s.from_at) = (c.kind, c.side, c.from_at)
       -- "is not distinct" prevents a hash join: all episodes at one time would be compared with each other.
       and coalesce(s.site_id, 0) = coalesce(c.site_id, 0)
       and coalesce(s.component_id, 0::smallint) = coalesce(c.component_id, 0::smallint)
       and coalesce(s.data_type, '') = coalesce(c.data_type, '')`);
  const idOf = new Map(stored.map(({ alarm_id, place }) => [place, alarm_id]));
  const steps = records.flatMap((record, place) => {
    const alarm_id = idOf.get(place);
    return alarm_id === undefined ? [] : record.steps.map((step) => ({ ...step, alarm_id }));
  });
  await storeSteps(db, steps, now);
}

async function storeSteps(
  db: Db,
  steps: readonly (EpisodeStep & { alarm_id: number })[],
  now: Date,
): Promise<void> {
  if (steps.length === 0) return;
  await db.run(sql`
    insert into alarm_step (alarm_id, at, did, level, tell)
    select i.alarm_id, ${now}, i.did, i.level, nullif(i.tell, false)
      from unnest(${steps.map(({ alarm_id }) => alarm_id)}::bigint[], ${steps.map(({ did }) => did)}::text[],
                  ${steps.map(({ level }) => level)}::text[], ${steps.map(({ tell }) => tell)}::boolean[])
             with ordinality as i (alarm_id, did, level, tell, place)
     order by i.place`);
}

/** Notifies people of an episode that was raised silently by old values, now that a fresh value confirms it. */
export async function tellAfterAll(
  db: Db,
  episodes: readonly (Identity & { from: number })[],
): Promise<void> {
  if (episodes.length === 0) return;
  const keys = episodes.map(({ from, ...identity }) => ({ ...identity, from_at: new Date(from) }));
  const told = await db.run(sql`
    update alarm_step st set tell = true
      from jsonb_to_recordset(${json(keys)}::jsonb)
             as k (site_id integer, kind text, component_id smallint, data_type text, side text, from_at timestamptz),
           alarm a
     where (a.kind, a.side, a.from_at) = (k.kind, k.side, k.from_at) and a.site_id = k.site_id
       and (a.component_id, a.data_type) is not distinct from (k.component_id, k.data_type)
       and st.alarm_id = a.alarm_id and st.did = 'raised' and st.tell is null`);
  if (told > 0) await db.run(sql`select pg_notify('changed', 'alarms')`);
}
