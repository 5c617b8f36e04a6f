import type { App } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { AlarmEvent } from '#shared/contract/live.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import type { Hub } from './hub.ts';
import { lookWhenTold } from './look-when-told.ts';

const AT_ONCE = 5000;
/** Transactions commit out of the order of their numbers: a missing number may still appear within this time. */
const GAP_MS = 10 * MINUTE_MS;
const FIRST_WINDOW = 1000;

interface Step extends Omit<AlarmEvent, 'topic' | 'late'> {
  step_id: number;
  late: boolean;
}

/** Reads each alarm step once, after it is committed. */
export class StepReader {
  private last = 0;
  /** Missing numbers below `last`, and when they were noticed. */
  private gaps = new Map<number, number>();
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Starts now: earlier steps are not reported. */
  async begin(): Promise<void> {
    const rows = await this.db.rows<{ step_id: number }>(sql`
      select step_id from alarm_step
       where step_id > (select coalesce(max(step_id), 0) from alarm_step) - ${FIRST_WINDOW} order by step_id`);
    this.last = (rows[0]?.step_id ?? 1) - 1;
    this.note(rows);
  }

  async next(): Promise<Step[]> {
    this.forgetOld();
    const steps = await this.db.rows<Step>(sql`
      select s.step_id, s.alarm_id, s.did, coalesce(s.level, a.level) as level, a.site_id, a.family, a.late
        from alarm_step s join alarm a using (alarm_id)
       where s.step_id > ${this.last} or s.step_id = any(${[...this.gaps.keys()]})
       order by s.step_id limit ${AT_ONCE}`);
    this.note(steps);
    return steps;
  }

  private note(steps: readonly { step_id: number }[]): void {
    const now = Date.now();
    for (const { step_id } of steps) {
      this.gaps.delete(step_id);
      const from = Math.max(this.last + 1, step_id - FIRST_WINDOW);
      for (let missing = from; missing < step_id; missing++) this.gaps.set(missing, now);
      this.last = Math.max(this.last, step_id);
    }
  }

  private forgetOld(): void {
    const before = Date.now() - GAP_MS;
    for (const [step_id, since] of this.gaps) if (since < before) this.gaps.delete(step_id);
  }
}

/**
 * Pushes alarm steps to browsers. Each server reads them from the table when the database notifies it, so that the
 * server that writes them need not know who watches.
 */
export function tellOfAlarms({ pool, log }: Pick<App, 'pool' | 'log'>, hub: Hub, changes: Changes): void {
  const reader = new StepReader(pool);
  let hasBegun = false;

  const look = async () => {
    if (!hasBegun) {
      await reader.begin();
      hasBegun = true;
      return;
    }
    let steps: Step[];
    do {
      steps = await reader.next();
      hub.publish(steps.map(eventOf));
    } while (steps.length === AT_ONCE);
  };
  lookWhenTold(changes, 'alarms', look, log);
}

function eventOf({ step_id: _step_id, late, ...step }: Step): AlarmEvent {
  return { topic: 'alarm', ...step, ...(late && { late }) };
}
