import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import type { Ctx } from '#server/app.ts';
import { requireCoversRole } from '#server/authority/authority.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import {
  allGood,
  type CheckedRow,
  checkEach,
  type ImportedTable,
  importTemplate,
  markRepeated,
  previewOf,
  readImport,
} from '#server/tables/import.ts';
import type { ImportSheet } from '#server/tables/import-head.ts';
import { userImport, users } from '#shared/contract/access/users.ts';
import type { PasswordPolicy } from '#shared/contract/platform/face.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { passwordProblem } from '#shared/domain/password-policy.ts';
import { isMobile } from '#shared/domain/validators.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { passwordRule } from './password-policy.ts';
import { hashPassword } from './passwords.ts';

const columns = ['account', 'real_name', 'mobile', 'role', 'password', 'remark'] as const;
type Column = (typeof columns)[number];
type NewUser = z.output<typeof users.add.input>;
type Checked = CheckedRow<NewUser>;

/** Accepts the role name in either language. */
const sheet: ImportSheet<Column> = {
  name: 'users',
  columns,
  // Exported files have no passwords.
  optional: ['remark', 'mobile', 'password'],
  // Hashing is slow and a call may take sixty seconds.
  maxRows: 1000,
};

const examples = {
  zh: { account: 'zhangsan', real_name: '张三', mobile: '13900000000', role: '运维人员', password: 'abc123' },
  en: {
    account: 'jsmith',
    real_name: 'John Smith',
    mobile: '13900000000',
    role: 'Operator',
    password: 'abc123',
  },
};

export const userImportRoutes = handlers(userImport, {
  template: (ctx, { language }) => importTemplate(ctx, sheet, language, examples[language]),

  preview: async (ctx, { file_id }) => previewOf(await checkFile(ctx, file_id), ['password']),

  run: async (ctx, { file_id }) => {
    const good = allGood(await checkFile(ctx, file_id));
    const hashes = await hashAll(good.map(({ password }) => password));
    const accounts = good.map(({ password: _password, ...user }, index) => ({
      ...user,
      password_hash: hashes[index],
    }));
    const added = await ctx.db.run(sql`
      insert into user_account (account, real_name, mobile, role_id, remark, password_hash)
      select account, real_name, mobile, role_id, remark, password_hash
        from jsonb_to_recordset(${json(accounts)})
          as u (account text, real_name text, mobile text, role_id integer, remark text, password_hash text)`);
    return { added };
  },
});

/**
 * Hashes four at a time, the size of Node's thread pool: 1000 take about 20 s on two cores. Each worker queues one hash
 * at a time, so that a sign-in waits for one hash and not for all.
 */
async function hashAll(passwords: string[]): Promise<string[]> {
  const hashes: string[] = [];
  const waiting = passwords.entries();
  const work = async () => {
    for (const [index, password] of waiting) hashes[index] = await hashPassword(password);
  };
  await Promise.all([work(), work(), work(), work()]);
  return hashes;
}

/** Validates every row of the file; stores nothing. */
async function checkFile(ctx: Ctx, file_id: number): Promise<ImportedTable<Checked>> {
  const { rows, ...file } = await readImport(ctx, sheet, file_id);
  const roles = await rolesByName(ctx);
  const rule = await passwordRule(ctx.db);
  const checked = await checkEach(rows, ({ row, values }) => checkRow(row, values, roles, rule));
  await markTaken(ctx, checked);
  for (const field of ['account', 'mobile']) {
    markRepeated(checked, field, { same: (value) => value.toLowerCase() });
  }
  return { ...file, rows: checked };
}

function checkRow(
  row: number,
  values: Record<Column, string>,
  roles: Map<string, number | 'refused'>,
  rule: PasswordPolicy,
): Checked {
  const { role, mobile, ...rest } = values;
  const role_id = roles.get(role);
  // Random, so unusable: the user resets it by mobile number.
  const password = values.password || randomBytes(24).toString('base64url');
  const parsed = users.add.input.safeParse(
    { ...rest, password, mobile: mobile || null, role_id: typeof role_id === 'number' ? role_id : 0 },
    { reportInput: true },
  );
  const problems: FieldProblem[] = parsed.success ? [] : problemsOf(parsed.error);
  if (role === '') problems.push({ field: 'role', problem: 'required' });
  else if (role_id === 'refused') problems.push({ field: 'role', problem: 'role_refused' });
  else if (role_id === undefined) problems.push({ field: 'role', problem: 'unknown_value' });
  if (isMobile(rest.account) && rest.account !== mobile) {
    problems.push({ field: 'account', problem: 'not_own_mobile' });
  }
  const weak = values.password && passwordProblem(values.password, rule, [rest.account, mobile]);
  if (weak && !problems.some(({ field }) => field === 'password'))
    problems.push({ field: 'password', ...weak });
  if (!values.password && !mobile) problems.push({ field: 'mobile', problem: 'needed_for_password' });
  const notes = values.password ? undefined : [{ field: 'password', note: 'password_retrieved' }];
  return { row, values, problems, notes, item: parsed.success ? parsed.data : undefined };
}

/**
 * Roles by name in both languages; `refused` if this user may not grant the role. Nobody may import super
 * administrators.
 */
async function rolesByName(ctx: Ctx): Promise<Map<string, number | 'refused'>> {
  const rows = await ctx.db.rows<{ role_id: number; role_name: string; role_name_en: string }>(sql`
    select role_id, role_name, role_name_en from role`);
  const byName = new Map<string, number | 'refused'>();
  for (const { role_id, role_name, role_name_en } of rows) {
    const given = await requireCoversRole(ctx, role_id).then(
      () => (role_id === SUPER_ROLE ? ('refused' as const) : role_id),
      () => 'refused' as const,
    );
    byName.set(role_name, given);
    if (role_name_en) byName.set(role_name_en, given);
  }
  return byName;
}

async function markTaken(ctx: Ctx, rows: Checked[]): Promise<void> {
  const accounts = rows.map(({ values }) => values.account?.toLowerCase() ?? '');
  const mobiles = rows.map(({ values }) => values.mobile ?? '');
  const taken = await ctx.db.rows<{ account: string; mobile: string | null }>(sql`
    select lower(account) as account, mobile from user_account
     where lower(account) = any(${accounts}) or mobile = any(${mobiles})`);
  const takenAccounts = new Set(taken.map(({ account }) => account));
  const takenMobiles = new Set(taken.map(({ mobile }) => mobile));
  for (const { values, problems } of rows) {
    if (takenAccounts.has(values.account?.toLowerCase() ?? ''))
      problems.push({ field: 'account', problem: 'repeated' });
    if (values.mobile && takenMobiles.has(values.mobile))
      problems.push({ field: 'mobile', problem: 'repeated' });
  }
}
