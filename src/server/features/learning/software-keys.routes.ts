import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { softwareKeyActions, softwareKeys } from '#shared/contract/learning/software-keys.ts';
import { keyProblems } from '#shared/domain/software-key.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { digestOf, madeFor, openKey, publicKey, signKey } from './key-signing.ts';

type Issued = AnswerOf<typeof softwareKeyActions.issue>;
type Verified = AnswerOf<typeof softwareKeyActions.verify>;

async function issue(ctx: Ctx, { remark, ...input }: ParsedOf<typeof softwareKeyActions.issue>) {
  const { db, user } = ctx;
  const problems = keyProblems(input);
  if (problems[0])
    throw new Fault(problems[0].fault, {
      fields: problems.map(({ field, problem, params }) => ({ field, problem, params })),
    });
  // A key stores whole seconds.
  const issued_at = new Date(Math.floor(ctx.now().getTime() / 1000) * 1000);
  const duration_days = Number(input.duration);
  const expires_at = new Date(issued_at.getTime() + duration_days * DAY_MS);
  const row = await db.one<{ key_id: number }>(sql`
    select nextval(pg_get_serial_sequence('software_key', 'key_id'))::integer as key_id`);
  if (!row) throw new Fault('key_failed');
  const { key_id } = row;
  const digest = digestOf(key_id, input);
  const key_text = await signKey(ctx, { key_id, dc: Number(input.dc), issued_at, duration_days, digest });
  await db.run(sql`
    insert into software_key (key_id, dc, ckb, duration_days, key_text, remark, issued_by, issued_by_name, issued_at,
                              expires_at) overriding system value
    values (${key_id}, ${input.dc}, ${input.ckb}, ${duration_days}, ${key_text}, ${remark}, ${user.user_id},
            ${user.real_name}, ${issued_at}, ${expires_at})`);
  return { key_id, key_text, expires_at: expires_at.toISOString() };
}

const nothing: Verified = {
  verdict: 'forged',
  dc: null,
  issued_at: null,
  expires_at: null,
  revoked_at: null,
  revoke_reason: '',
  matches: null,
};

async function check(
  ctx: Ctx,
  { key_text, ...numbers }: ParsedOf<typeof softwareKeyActions.verify>,
): Promise<Verified> {
  const claims = openKey(key_text, await publicKey(ctx));
  if (!claims) return nothing;
  const row = await ctx.db.one<{ dc: string; revoked_at: string | null; revoke_reason: string }>(sql`
    select dc, revoked_at, revoke_reason from software_key
     where key_id = ${claims.key_id} and key_text = ${key_text}`);
  const expires = claims.issued_at.getTime() + claims.duration_days * DAY_MS;
  const given = Object.values(numbers).some((digits) => digits !== '');
  return {
    verdict: !row
      ? 'unknown'
      : row.revoked_at !== null
        ? 'revoked'
        : expires <= ctx.now().getTime()
          ? 'expired'
          : 'valid',
    dc: row?.dc ?? String(claims.dc),
    issued_at: claims.issued_at.toISOString(),
    expires_at: new Date(expires).toISOString(),
    revoked_at: row?.revoked_at ?? null,
    revoke_reason: row?.revoke_reason ?? '',
    matches: given ? madeFor(claims, numbers) : null,
  };
}

export const softwareKeyRoutes = [
  list(softwareKeys, {
    select: ({ now }) => sql`
      select key_id, dc, ckb, duration_days, issued_by_name, issued_at, expires_at, revoked_at, revoked_by_name,
             revoke_reason, remark,
             case when revoked_at is not null then 'revoked' when expires_at <= ${now()} then 'expired' else 'valid' end as state
        from software_key`,
    sort: sql`key_id desc`,
  }),
  ...handlers(softwareKeyActions, {
    issue,
    verify: check,
    get: async ({ db }, { key_id }) => {
      const row = await db.one<Issued>(sql`
        select key_id, key_text, expires_at from software_key where key_id = ${key_id}`);
      if (!row) throw new Fault('key_failed');
      return row;
    },
    revoke: async ({ db, user, now }, { key_id, reason }) => {
      if (reason === '')
        throw new Fault('key_failed', { fields: [{ field: 'reason', problem: 'required' }] });
      const changed = await db.run(sql`
        update software_key set revoked_at = ${now()}, revoked_by_name = ${user.real_name}, revoke_reason = ${reason}
         where key_id = ${key_id} and revoked_at is null`);
      if (changed === 0) throw new Fault('key_failed', { detail: 'key_revoked_before' });
      return {};
    },
    publicKey: async (ctx) => ({ public_key: await publicKey(ctx) }),
  }),
];
