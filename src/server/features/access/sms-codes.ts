import { createHmac, randomInt } from 'node:crypto';
import type { App, Ctx } from '#server/app.ts';
import { covers } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { networkOf } from '#server/http/network-of.ts';
import { isProof, makeChallenge } from '#server/http/proof.ts';
import { keepUnsent, sendNow, type Urgent } from '#server/messages/outbox.ts';
import { smsKeepers } from '#server/settings/sms-keepers.ts';
import { sayIn } from '#server/words.ts';
import type { Proof } from '#shared/contract/access/sign-in.ts';
import { Fault } from '#shared/faults.ts';
import { sendReason } from '#shared/send-reasons.ts';
import { giveBackQuota, quotaOf, takeQuota, tellOfBudget } from './code-quota.ts';

export const VALID_SECONDS = 300;
export const WAIT_SECONDS = 60;
const MAX_TRIES = 5;
/** Proof of work for a code: a fraction of a second in a browser, expensive for mass requests. */
const CODE_BITS = 16;

type Purpose = 'register' | 'password';

export interface CodeWish {
  mobile: string;
  purpose: Purpose;
  proof: Proof | undefined;
}

/** Sends a six-digit code: at most one a minute per number, within the daily limits. */
export async function sendCode(ctx: Ctx, { mobile, purpose, proof }: CodeWish): Promise<void> {
  const now = ctx.now();
  // Checked first, so that no proof of work is wasted.
  const seconds = await secondsToWait(ctx, mobile, purpose);
  if (seconds > 0) throw tooOften(seconds);
  const quota = await quotaOf(ctx, mobile, networkOf(ctx.origin.ip));
  requireProof(ctx, `code ${purpose} ${mobile} ${quota.day} ${quota.sent}`, proof);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expires = new Date(now.getTime() + VALID_SECONDS * 1000);
  const waited = new Date(now.getTime() - WAIT_SECONDS * 1000);
  await ctx.pool
    .tx({}, async (db) => {
      const taken = await db.run(sql`
      insert into sms_code as c (mobile, purpose, code_hash, sent_at, expires_at)
      values (${mobile}, ${purpose}, ${digest(ctx, mobile, purpose, code)}, ${now}, ${expires})
      on conflict (mobile, purpose) do update
        set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = 0
      where c.sent_at <= ${waited}`);
      if (taken === 0) throw tooOften(Math.max(1, await secondsToWait(ctx, mobile, purpose)));
      await takeQuota(db, quota);
    })
    .catch(tellOfBudget(ctx, quota));
  try {
    const message: Urgent = {
      channel: 'sms',
      kind: 'code',
      recipient: mobile,
      subject: '',
      // Text messages are always Chinese, whatever the language of the form.
      body: sayIn('zh')(`messages.sms_${purpose}`, { code }),
      details: { purpose, code },
    };
    // Answered as if sent, so that the answer does not reveal whose number it is.
    if (purpose === 'password' && (await isExposed(ctx, mobile)))
      await keepUnsent(ctx, message, sendReason('code_withheld'));
    else await sendNow(ctx, message);
  } catch (error) {
    ctx.log.error({ err: error }, 'SMS not sent');
    // Nothing was sent, so the number may retry without waiting.
    await ctx.pool.run(sql`delete from sms_code where mobile = ${mobile} and purpose = ${purpose}`);
    await giveBackQuota(ctx.pool, quota);
    throw new Fault('sms_failed');
  }
}

/** Whether a user without authority over this account can change where its text messages are sent. */
async function isExposed({ pool, settings }: App, mobile: string): Promise<boolean> {
  const owner = await pool.one<{ user_id: number }>(
    sql`select user_id from user_account where mobile = ${mobile}`,
  );
  if (!owner) return false;
  for (const keeper of await smsKeepers(pool, await settings.read()))
    if (!(await covers(pool, keeper, [owner.user_id]))) return true;
  return false;
}

/** The number of codes sent is part of `purpose`, so that a proof is valid for one code. */
function requireProof({ secrets, now }: App, purpose: string, proof: Proof | undefined): void {
  if (isProof(secrets.signing_secret, purpose, CODE_BITS, proof, now())) return;
  const data = makeChallenge(secrets.signing_secret, purpose, CODE_BITS, now());
  throw new Fault('code_required', { detail: 'captcha_needed', data });
}

function tooOften(seconds: number): Fault {
  return new Fault('code_too_often', { detail: 'wait_seconds', params: { seconds } });
}

async function secondsToWait(app: App, mobile: string, purpose: Purpose): Promise<number> {
  const row = await app.pool.one<{ sent_at: string }>(sql`
    select sent_at from sms_code where mobile = ${mobile} and purpose = ${purpose}`);
  if (!row) return 0;
  const since = app.now().getTime() - new Date(row.sent_at).getTime();
  return Math.max(0, Math.ceil(WAIT_SECONDS - since / 1000));
}

/** Consumes the code if it is right. Every check counts as a try; after five the code is void. */
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
