import type { DataType } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { CauseFigures } from '#shared/domain/alarm-cause.ts';
import type { AlarmCause, AlarmKind } from '#shared/domain/alarm-kinds.ts';

export interface ViewedAlarm {
  alarm_id: number;
  site_id: number | null;
  kind: AlarmKind;
  component_id: number | null;
  /** Null: the view uses hourly data. */
  data_type: DataType | null;
  side: string;
  from_at: string;
  ended_at: string | null;
  rule_id: number | null;
  rule_version: number | null;
  details: Record<string, unknown>;
  cause: AlarmCause | null;
  cause_figures: (CauseFigures & { cause?: AlarmCause; bearing: number | null; radius_km?: number }) | null;
}

export function readViewed(db: Db, alarm_id: number): Promise<ViewedAlarm | undefined> {
  return db.one<ViewedAlarm>(sql`
    select alarm_id, site_id, kind, component_id, data_type, side, from_at, ended_at, rule_id, rule_version, details,
           cause, cause_figures
      from alarm where alarm_id = ${alarm_id}`);
}
