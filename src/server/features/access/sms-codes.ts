import { createHmac, randomInt } from 'node:crypto';
import { sql } from '#server/db/sql.ts';
import type { App } from '#server/http/ctx.ts';
import { keepUnsent, sendNow, type Urgent } from '#server/messages/outbox.ts';
import { smsKeepers } from '#server/settings/sms-keepers.ts';
import { sayIn } from '#server/words.ts';
import { Fault } from '#shared/faults.ts';
import { sendReason } from '#shared/send-reasons.ts';
import { covers } from './authority.ts';

export const VALID_SECONDS = 300;
export const WAIT_SECONDS = 60;
const MAX_TRIES = 5;

type Purpose = 'register' | 'password';

/** Sends a code of six digits, at most one a minute for a number. */
export async function sendCode(app: App, mobile: string, purpose: Purpose): Promise<void> {
  const now = app.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expires = new Date(now.getTime() + VALID_SECONDS * 1000);
  const waited = new Date(now.getTime() - WAIT_SECONDS * 1000);
  const taken = await app.pool.run(sql`
    insert into sms_code as c (mobile, purpose, code_hash, sent_at, expires_at)
    values (${mobile}, ${purpose}, ${digest(app, mobile, purpose, code)}, ${now}, ${expires})
    on conflict (mobile, purpose) do update
      set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = 0
    where c.sent_at <= ${waited}`);
  if (taken === 0)
    throw new Fault('code_too_often', { detail: 'wait_seconds', params: await wait(app, mobile, purpose) });
  try {
    const message: Urgent = {
      channel: 'sms',
      kind: 'code',
      recipient: mobile,
      subject: '',
      // Phones here read Chinese, whatever language the form was in.
      body: sayIn('zh')(`messages.sms_${purpose}`, { code }),
      details: { purpose, code },
    };
    // Answered as if it were sent: strangers are not told whose number it is.
    if (purpose === 'password' && (await isExposed(app, mobile)))
      await keepUnsent(app, message, sendReason('code_withheld'));
    else await sendNow(app, message);
  } catch (error) {
    app.log.error({ err: error }, 'SMS not sent');
    // The number has received nothing, so it need not wait for another try.
    await app.pool.run(sql`delete from sms_code where mobile = ${mobile} and purpose = ${purpose}`);
    throw new Fault('sms_failed');
  }
}

/** Whether someone who does not cover the number's account can decide where its text messages go. */
async function isExposed({ pool, settings }: App, mobile: string): Promise<boolean> {
  const owner = await pool.one<{ user_id: number }>(
    sql`select user_id from user_account where mobile = ${mobile}`,
  );
  if (!owner) return false;
  for (const keeper of await smsKeepers(pool, await settings.read()))
    if (!(await covers(pool, keeper, [owner.user_id]))) return true;
  return false;
}

async function wait(app: App, mobile: string, purpose: Purpose): Promise<{ seconds: number }> {
  const row = await app.pool.one<{ sent_at: string }>(sql`
    select sent_at from sms_code where mobile = ${mobile} and purpose = ${purpose}`);
  const since = row ? app.now().getTime() - new Date(row.sent_at).getTime() : 0;
  return { seconds: Math.max(1, Math.ceil(WAIT_SECONDS - since / 1000)) };
}

/** Uses the code up when it is right; every look costs a try, and five wrong ones kill the code. */
export async function useCode(app: App, mobile: string, purpose: Purpose, code: string): Promise<void> {
  const row = await app.pool.one<{ code_hash: string; expires_at: string; tries: number }>(sql`
    update sms_code set tries = tries + 1
     where mobile = ${mobile} and purpose = ${purpose}
    returning code_hash, expires_at, tries`);
  if (!row) throw new Fault('code_wrong');
  if (new Date(row.expires_at) <= app.now()) throw new Fault('code_expired');
  const left = MAX_TRIES - row.tries;
  if (left < 0) throw new Fault('code_wrong', { detail: 'code_tries_used' });
  const right = await app.pool.run(sql`
    delete from sms_code
     where mobile = ${mobile} and purpose = ${purpose} and code_hash = ${digest(app, mobile, purpose, code)}`);
  if (right > 0) return;
  if (left === 0) throw new Fault('code_wrong', { detail: 'code_tries_used' });
  throw new Fault('code_wrong', { detail: 'tries_left', params: { count: left } });
}

function digest(app: App, mobile: string, purpose: Purpose, code: string): string {
  return createHmac('sha256', app.secrets.signing_secret)
    .update(`${purpose} ${mobile} ${code}`)
    .digest('hex');
}
