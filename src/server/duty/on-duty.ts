import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type DutyBand, minuteOfWeek, onDutyAt } from '#shared/domain/duty.ts';

export interface OnDuty {
  user_group_id: number;
  user_id: number;
}

/** Who of these groups is on duty at a moment: for alarms and work orders alike. */
export async function onDuty(db: Db, user_group_ids: readonly number[], at: Date): Promise<OnDuty[]> {
  const bands = await db.rows<DutyBand & { user_group_id: number }>(sql`
    select d.user_group_id, d.user_id, d.weekday, d.start_time, d.end_time from user_duty d
     where d.user_group_id = any(${[...user_group_ids]})`);
  const minute = minuteOfWeek(at);
  return [...new Set(bands.map(({ user_group_id }) => user_group_id))].flatMap((user_group_id) =>
    onDutyAt(
      bands.filter((band) => band.user_group_id === user_group_id),
      minute,
    ).map((user_id) => ({ user_group_id, user_id })),
  );
}
