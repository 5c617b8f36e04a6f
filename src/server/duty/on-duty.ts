import type { Db } from '#server/db/pool.ts';
import { dateAfter, onDutyAt } from '#shared/domain/duty-calendar.ts';
import { formatTime } from '#shared/domain/time.ts';
import { dutyPlans } from './plan.ts';

export interface OnDuty {
  user_group_id: number;
  user_id: number;
}

/** Who in these groups is on duty at a moment; used by alarms, work orders and the calendar. */
export async function onDuty(db: Db, user_group_ids: readonly number[], at: Date): Promise<OnDuty[]> {
  if (user_group_ids.length === 0) return [];
  const today = formatTime(at, 'yyyy-MM-dd');
  const plans = await dutyPlans(db, user_group_ids, dateAfter(today, -1), today);
  return [...plans].flatMap(([user_group_id, plan]) =>
    onDutyAt(plan, at).map((user_id) => ({ user_group_id, user_id })),
  );
}
