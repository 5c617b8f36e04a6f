import type { Ctx } from '#server/app.ts';
import { requireCovers, requireCoversRole } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { requireUntaken } from '#server/db/untaken.ts';
import { crud } from '#server/http/crud.ts';
import { handlers, runnerOf } from '#server/http/handlers.ts';
import { page } from '#server/http/list.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';
import { forgetDevices } from './known-devices.ts';
import { requirePolicy } from './password-policy.ts';
import { forgetTries, subjectOf } from './password-tries.ts';
import { hashPassword } from './passwords.ts';
import { revokeUsers } from './sessions.ts';

interface Managed {
  user_id: number;
  role_id: number;
}

const lockedUntil = sql`(select max(s.locked_until) from sign_in_try s
                          where s.subject = 'user ' || t.user_id and s.locked_until > now())`;

const userRows = crud(users, {
  shows: {
    role_name: sql`(select r.role_name from role r where r.role_id = t.role_id)`,
    role_name_en: sql`(select r.role_name_en from role r where r.role_id = t.role_id)`,
    group_names: sql`coalesce((select string_agg(g.user_group_name, ', ' order by g.user_group_name collate "zh-x-icu")
                                 from user_group_member m join user_group g using (user_group_id)
                                where m.user_id = t.user_id), '')`,
    last_login_at: sql`(select s.last_login_at from sign_in_state s where s.user_id = t.user_id)`,
    locked_until: lockedUntil,
    status: sql`case when t.status = 'normal' and ${lockedUntil} is not null then 'locked' else t.status end`,
  },
  filters: {
    user_group_id: (id: number) =>
      sql`user_id in (select user_id from user_group_member where user_group_id = ${id})`,
  },
  beforeSave: async (ctx, fields, before) => {
    const role_id = fields.role_id as number | undefined;
    if (before) await requireCovers(ctx, [before.user_id]);
    if (role_id !== undefined && role_id !== before?.role_id) await requireGrants(ctx, role_id, before);
    const { password, ...columns } = fields;
    // An account equal to the mobile number follows the number.
    if (before && before.account === before.mobile && fields.mobile) columns.account ??= fields.mobile;
    await requireUntaken(ctx.db, 'user_account', sql`user_id is distinct from ${before?.user_id ?? null}`, [
      { field: 'mobile', fault: 'mobile_repeated', bears: sql`mobile = ${columns.mobile}` },
      // An account equal to the number is already checked as the number.
      {
        field: 'account',
        fault: 'account_repeated',
        bears: sql`lower(account) = lower(${columns.account}) and account is distinct from ${columns.mobile}`,
      },
    ]);
    if (password === undefined) return columns;
    const { account, mobile } = columns as { account?: string; mobile?: string | null };
    await requirePolicy(ctx.db, { password: String(password), account, mobile });
    return { ...columns, password_hash: await hashPassword(String(password)) };
  },
  beforeDelete: async (ctx, rows) => {
    for (const row of rows) {
      if (row.role_id === SUPER_ROLE && !isOtherSuper(ctx, row)) throw new Fault('super_undeletable');
      if (row.user_id === ctx.user.user_id) throw new Fault('delete_failed', { detail: 'self_refused' });
    }
    await requireCovers(
      ctx,
      rows.map(({ user_id }) => user_id),
    );
  },
});

/** A role change takes effect at once: it ends the user's sessions. */
async function requireGrants(ctx: Ctx, role_id: number, before: Managed | undefined): Promise<void> {
  if (before?.role_id === SUPER_ROLE && !isOtherSuper(ctx, before)) throw new Fault('super_unbindable');
  await requireCoversRole(ctx, role_id);
  if (before) await revokeUsers(ctx.db, [before.user_id], 'role_changed');
}

/** A super administrator may demote another one; the database protects the last. */
function isOtherSuper({ user }: Ctx, target: Managed): boolean {
  return user.role_id === SUPER_ROLE && target.user_id !== user.user_id;
}

async function managed(ctx: Ctx, user_ids: number[]): Promise<Managed[]> {
  const rows = await ctx.db.rows<Managed>(sql`
    select user_id, role_id from user_account where user_id = any(${user_ids}) order by user_id for update`);
  if (rows.length < new Set(user_ids).size) throw new Fault('no_data');
  await requireCovers(ctx, user_ids);
  return rows;
}

const add = runnerOf(userRows, users.add);
const edit = runnerOf(userRows, users.edit);

const actions = handlers(userActions, {
  other: ({ db }, query) => {
    const pattern = `%${(query.keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`;
    return page(
      db,
      sql`select user_id, account, real_name from user_account
           where status = 'normal' and (account ilike ${pattern} or real_name ilike ${pattern})`,
      sql`real_name collate "zh-x-icu", user_id`,
      query,
    );
  },

  seal: async (ctx, { user_id, sealed }) => {
    const rows = await managed(ctx, user_id);
    if (sealed && rows.some((row) => row.user_id === ctx.user.user_id)) {
      throw new Fault('edit_failed', { detail: 'self_refused' });
    }
    await ctx.db.run(sql`
      update user_account set status = ${sealed ? 'sealed' : 'normal'} where user_id = any(${user_id})`);
    if (sealed) await revokeUsers(ctx.db, user_id, 'sealed');
    return {};
  },

  unlock: async (ctx, { user_id }) => {
    await managed(ctx, [user_id]);
    // Failed attempts are not audited one by one; lifting a lock is.
    await ctx.db.run(sql`
      with lock as (select max(locked_until) as locked_until from sign_in_try where subject = ${subjectOf(user_id)})
      select write_audit('user_account', ${String(user_id)}, 'update', to_jsonb(lock), '{"locked_until": null}')
        from lock where locked_until is not null`);
    await forgetTries(ctx.db, user_id);
    return {};
  },

  resetPassword: async (ctx, { user_id, password }) => {
    await managed(ctx, [user_id]);
    const names = await ctx.db.one<{ account: string; mobile: string | null }>(
      sql`select account, mobile from user_account where user_id = ${user_id}`,
    );
    await requirePolicy(ctx.db, { password, user_id, ...names });
    const password_hash = await hashPassword(password);
    await ctx.db.run(
      sql`update user_account set password_hash = ${password_hash}, must_change_password = false
           where user_id = ${user_id}`,
    );
    await forgetTries(ctx.db, user_id);
    await forgetDevices(ctx.db, user_id);
    await revokeUsers(ctx.db, [user_id], 'password_changed');
    return {};
  },

  // The short form calls the handlers of the full one.
  addNormal: (ctx, fields) => add(ctx, { ...fields, account: fields.mobile, remark: '' }),
  editNormal: (ctx, fields) => edit(ctx, fields),
});

export const userRoutes = [...userRows, ...actions];
