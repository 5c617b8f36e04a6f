import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { notify } from '#server/messages/notify.ts';
import { sayIn } from '#server/words.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { formatTime } from '#shared/domain/time.ts';
import { Fault } from '#shared/faults.ts';

interface Limits {
  codes_per_number: number;
  codes_per_address: number;
  codes_per_day: number;
}

/** The daily limits that one SMS code counts against. */
export interface Quota {
  day: string;
  mobile: string;
  network: string;
  limits: Limits;
  /** Codes sent to this number today. */
  sent: number;
}

const EVERYONE = 'all';

/** In the order in which the rows are locked, which prevents deadlocks. */
function sharesOf({ mobile, network, limits }: Quota): { subject: string; limit: number }[] {
  return [
    { subject: `address ${network}`, limit: limits.codes_per_address },
    { subject: EVERYONE, limit: limits.codes_per_day },
    { subject: `number ${mobile}`, limit: limits.codes_per_number },
  ];
}

export async function quotaOf({ pool, now }: App, mobile: string, network: string): Promise<Quota> {
  const limits = await pool.one<Limits>(
    sql`select codes_per_number, codes_per_address, codes_per_day from login_limit`,
  );
  if (!limits) throw new Error('the login limits are not seeded');
  const day = formatTime(now(), 'yyyy-MM-dd');
  const row = await pool.one<{ codes: number }>(sql`
    select codes from code_quota where day = ${day} and subject = ${`number ${mobile}`}`);
  return { day, mobile, network, limits, sent: row?.codes ?? 0 };
}

/** Counts one code; throws at a limit, so that the transaction rolls back. */
export async function takeQuota(db: Db, quota: Quota): Promise<void> {
  for (const { subject, limit } of sharesOf(quota)) {
    const taken = await db.run(sql`
      insert into code_quota as q (day, subject, codes) values (${quota.day}, ${subject}, 1)
      on conflict (day, subject) do update set codes = q.codes + 1 where q.codes < ${limit}`);
    if (taken > 0) continue;
    if (subject === EVERYONE) throw new Fault('sms_failed', { detail: 'code_budget_used' });
    throw new Fault('code_too_often', { detail: 'code_limit_reached' });
  }
}

/** Call it when the message could not be sent. */
export async function giveBackQuota(db: Db, quota: Quota): Promise<void> {
  const subjects = sharesOf(quota).map(({ subject }) => subject);
  await db.run(sql`
    update code_quota set codes = codes - 1 where day = ${quota.day} and subject = any(${subjects}) and codes > 0`);
}

/** Notifies the super administrators, once a day, that the budget is used up, and rethrows the error. */
export function tellOfBudget(app: App, { day, limits }: Quota): (error: unknown) => Promise<never> {
  return async (error) => {
    if (error instanceof Fault && error.detail === 'code_budget_used') {
      await app.pool.tx({}, async (db) => {
        const isNew = await db.run(sql`
          update code_quota set told_at = ${app.now()}
           where day = ${day} and subject = ${EVERYONE} and told_at is null`);
        if (isNew > 0) await notify(app, db, await superAdministrators(db), notice(limits.codes_per_day));
      });
    }
    throw error;
  };
}

async function superAdministrators(db: Db): Promise<number[]> {
  const rows = await db.rows<{ user_id: number }>(
    sql`select user_id from user_account where role_id = ${SUPER_ROLE} and status = 'normal'`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Bilingual, because the reader's language is not known here. */
function notice(count: number) {
  const [zh, en] = [sayIn('zh'), sayIn('en')];
  const slots = { count: String(count) };
  return {
    kind: 'platform' as const,
    subject: [zh, en].map((say) => say('messages.code_budget_subject')).join(' · '),
    body: [zh, en].map((say) => say('messages.code_budget_body', slots)).join('\n'),
  };
}
