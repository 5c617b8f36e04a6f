import type { Ctx } from '#server/app.ts';
import { coversEveryone, requireCoversRole } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { Fault } from '#shared/faults.ts';

type Stored = Omit<AnswerOf<typeof loginLimits.data>, 'limits_locked'>;
type Given = ParsedOf<typeof loginLimits.set>;

const stored = sql`
  select max_devices, max_failures, lock_minutes, one_answer, register_open, register_role_id, register_needs_approval,
         password_min, password_kinds, password_not_account, password_days, password_history,
         codes_per_number, codes_per_address, codes_per_day, version, updated_at
    from login_limit`;

export const loginLimitRoutes = handlers(loginLimits, {
  data: async ({ db, user }) => {
    const row = await db.one<Stored>(stored);
    if (!row) throw new Fault('no_data');
    return { ...row, limits_locked: !user.sees_all_sites };
  },

  set: async ({ db, user }, limit) => {
    const before = await db.one<Stored>(sql`${stored} for update`);
    if (before?.version !== limit.version) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    await requireMayRegister({ db, user }, before, limit);
    await requireMayLimit({ db, user }, before, limit);
    await db.run(sql`
      update login_limit
         set max_devices = ${limit.max_devices}, max_failures = ${limit.max_failures},
             lock_minutes = ${limit.lock_minutes}, one_answer = ${limit.one_answer},
             codes_per_number = ${limit.codes_per_number}, codes_per_address = ${limit.codes_per_address},
             codes_per_day = ${limit.codes_per_day}, register_role_id = ${limit.register_role_id},
             register_needs_approval = ${limit.register_needs_approval}, register_open = ${limit.register_open},
             password_min = ${limit.password_min}, password_kinds = ${limit.password_kinds},
             password_not_account = ${limit.password_not_account}, password_days = ${limit.password_days},
             password_history = ${limit.password_history}`);
    return {};
  },
});

type Acting = Pick<Ctx, 'db' | 'user'>;

/** Changing the registration role or dropping approval grants that role, so the user must be allowed to grant it. */
async function requireMayRegister(acting: Acting, before: Stored, limit: Given): Promise<void> {
  // Self-registration must never grant the super administrator role.
  if (limit.register_role_id === 0) throw new Fault('no_authority', { detail: 'grants_exceeded' });
  const isSameDoor =
    limit.register_role_id === before.register_role_id &&
    (before.register_open || !limit.register_open) &&
    (limit.register_needs_approval || !before.register_needs_approval);
  if (!isSameDoor) await requireCoversRole(acting, limit.register_role_id);
}

/** The limits of all accounts; true if the change makes accounts easier to attack. */
const loosens: { [Name in keyof Given]?: (before: Given[Name], after: Given[Name]) => boolean } = {
  max_devices: (before, after) => after > before,
  max_failures: (before, after) => after > before,
  lock_minutes: (before, after) => after < before,
  one_answer: (before, after) => before && !after,
  password_min: (before, after) => after < before,
  password_kinds: (before, after) => after < before,
  password_not_account: (before, after) => before && !after,
  // 0 means that passwords never expire.
  password_days: (before, after) => before > 0 && (after === 0 || after > before),
  password_history: (before, after) => after < before,
  codes_per_number: (before, after) => after > before,
  codes_per_address: (before, after) => after > before,
  codes_per_day: (before, after) => after > before,
};

/**
 * Tight limits can lock everyone out, so changing them requires access to all sites. Loosening one exposes every
 * account, so it also requires authority over every account.
 */
async function requireMayLimit({ db, user }: Acting, before: Stored, limit: Given): Promise<void> {
  const names = Object.keys(loosens) as (keyof Given)[];
  const changed = names.filter((name) => limit[name] !== before[name]);
  const loosened = changed.filter((name) => loosens[name]?.(before[name] as never, limit[name] as never));
  const refused = !user.sees_all_sites
    ? changed
    : loosened.length > 0 && !(await coversEveryone(db, user))
      ? loosened
      : [];
  if (refused.length === 0) return;
  const problem = user.sees_all_sites ? 'limit_loosened' : 'limit_of_all';
  throw new Fault('no_authority', {
    detail: 'limits_of_all',
    fields: refused.map((field) => ({ field, problem })),
  });
}
