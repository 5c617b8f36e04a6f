import type { Db, Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { kindSpec } from '#shared/domain/alarm-kinds.ts';

export interface NewAlarm {
  site_id: number | null;
  kind?: AlarmKind;
  component_id?: number | null;
  data_type?: 'realtime' | 'minute' | 'hour' | 'day' | null;
  side?: string;
  level?: 'warning' | 'alarm';
  from_at?: Date;
  ended_at?: Date | null;
  peak?: number | null;
  limit_value?: number | null;
  rule_id?: number | null;
  cause?: 'regional' | 'local' | 'instrument' | null;
  details?: object;
  cause_figures?: object | null;
}

/** Adds an episode with its steps as the engine does: open, or recovered at its end. */
export async function addAlarm(db: Pool, alarm: NewAlarm): Promise<number> {
  const { kind = 'over_standard', level = 'alarm', from_at = new Date('2026-11-15T00:00:00Z') } = alarm;
  const isMeasured = kindSpec(kind).family === 'measurement';
  const { data_type = isMeasured ? 'hour' : null, side = isMeasured ? 'high' : '', ended_at = null } = alarm;
  const row = await db.one<{ alarm_id: number }>(sql`
    with made as (
      insert into alarm (site_id, family, kind, component_id, data_type, side, level, from_at, raised_at, opened_at,
                         ended_at, closed_at, end_reason, peak, last_value, values_count, limit_value, rule_id, cause,
                         cause_figures, details)
      values (${alarm.site_id}, ${kindSpec(kind).family}, ${kind}, ${alarm.component_id ?? null}, ${data_type},
              ${side}, ${level}, ${from_at}, ${from_at}, ${from_at}, ${ended_at}, ${ended_at},
              ${ended_at && 'recovered'}, ${alarm.peak ?? null}, ${alarm.peak ?? null}, 1, ${alarm.limit_value ?? null},
              ${alarm.rule_id ?? null}, ${alarm.cause ?? null},
              ${alarm.cause_figures ? JSON.stringify(alarm.cause_figures) : null}::jsonb,
              ${JSON.stringify(alarm.details ?? {})}::jsonb)
      returning alarm_id, level, from_at, ended_at),
    stepped as (
      insert into alarm_step (alarm_id, at, did, level)
      select alarm_id, from_at, 'raised', level from made
      union all select alarm_id, ended_at, 'recovered', level from made where ended_at is not null)
    select alarm_id from made`);
  return row?.alarm_id ?? 0;
}

/** Adds a step of an alarm whose messages are still to be sent. */
export function addStep(
  db: Db,
  { alarm_id, at, did, level }: { alarm_id: number; at: Date; did: string; level: string },
): Promise<number> {
  return db.run(sql`
    insert into alarm_step (alarm_id, at, did, level, tell) values (${alarm_id}, ${at}, ${did}, ${level}, true)`);
}
