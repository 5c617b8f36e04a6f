import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { json, sql } from '#server/db/sql.ts';
import { type Ctx, SUPER_ROLE } from '#server/http/ctx.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { handlers } from '#server/http/handlers.ts';
import { filePath } from '#server/http/upload.ts';
import { readTable } from '#server/tables/read.ts';
import { writeTable } from '#server/tables/write.ts';
import { wordOf } from '#server/words.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { type ImportRow, userImport, users } from '#shared/contract/users.ts';
import { isMobile } from '#shared/domain/validators.ts';
import { Fault, type FieldProblem } from '#shared/faults.ts';
import { requireCovers } from './authority.ts';
import { hashPassword } from './passwords.ts';

/** The columns of an import file, in the template's order. A role is given by its name in either language. */
const COLUMNS = ['account', 'real_name', 'mobile', 'role', 'password', 'remark'] as const;
/** Hashing passwords takes its time, and a call has sixty seconds. */
const MAX_ROWS = 1000;
type Column = (typeof COLUMNS)[number];
type Cells = Record<Column, string>;
type NewUser = z.output<typeof users.add.input>;

interface Checked extends ImportRow {
  user?: NewUser;
}

export const userImportRoutes = handlers(userImport, {
  template: async (ctx, { language }) => {
    const columns = COLUMNS.map((key) => ({ heading: heading(language, key) }));
    const example = {
      zh: ['zhangsan', '张三', '13900000000', '运维人员', 'abc123', ''],
      en: ['jsmith', 'John Smith', '13900000000', 'Operator', 'abc123', ''],
    };
    const title = wordOf(language, 'users.title') ?? 'users';
    const path = `user-import-template-${language}.xlsx`;
    // Whole before it has its name: someone else may be fetching it.
    const part = join(ctx.config.dataDir, `${path}.${randomUUID()}`);
    await writeTable(part, 'xlsx', title, columns, oneRow(example[language]));
    await rename(part, join(ctx.config.dataDir, path));
    return { url: downloadUrl(ctx, path, `${title}.xlsx`) };
  },

  preview: async (ctx, { file_id }) => {
    const rows = await checkFile(ctx, file_id);
    const bad = rows.filter(({ problems }) => problems.length > 0).length;
    return {
      rows: rows.map(({ user: _user, ...row }) => ({ ...row, values: { ...row.values, password: '' } })),
      total: rows.length,
      bad,
    };
  },

  run: async (ctx, { file_id }) => {
    const rows = await checkFile(ctx, file_id);
    const good = rows.flatMap(({ user, problems }) => (user && problems.length === 0 ? [user] : []));
    if (rows.length === 0) throw new Fault('no_data');
    const count = rows.length - good.length;
    if (count > 0) throw new Fault('add_failed', { detail: 'import_has_errors', params: { count } });
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
 * As many at a time as Node has threads for it: a thousand then take about twenty seconds on two cores. Each asks for
 * its next one only when the last is done, so that somebody else's sign-in waits for one hash and not for all.
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

async function* oneRow(row: string[]): AsyncGenerator<string[]> {
  yield row;
}

function heading(language: 'zh' | 'en', key: Column): string {
  return wordOf(language, `users.${key}`) ?? key;
}

/** Reads the file and says of every row what is wrong with it; nothing is stored. */
async function checkFile(ctx: Ctx, file_id: number): Promise<Checked[]> {
  const file = await ctx.db.one<{ sha256: string; file_name: string }>(sql`
    select sha256, file_name from file where file_id = ${file_id} and user_id = ${ctx.user.user_id}`);
  if (!file) throw new Fault('file_missing');
  const [head, ...body] = await readTable(filePath(ctx, file.sha256), file.file_name, MAX_ROWS);
  const places = placesOf(head?.cells ?? []);
  const roles = await rolesByName(ctx);
  const checked = body.map(({ row, cells }) => checkRow(row, cellsAt(cells, places), roles));
  await markTaken(ctx, checked);
  markRepeated(checked);
  return checked;
}

/** Which column of the file holds what, by its heading in either language. */
function placesOf(head: string[]): Map<Column, number> {
  const places = new Map<Column, number>();
  for (const key of COLUMNS) {
    const at = head.findIndex((cell) => [key, heading('zh', key), heading('en', key)].includes(cell.trim()));
    if (at >= 0) places.set(key, at);
  }
  const missing = COLUMNS.filter((key) => key !== 'remark' && key !== 'mobile' && !places.has(key));
  if (missing.length > 0) {
    throw new Fault('file_format_wrong', {
      fields: missing.map((field) => ({ field, problem: 'required' })),
    });
  }
  return places;
}

function cellsAt(cells: string[], places: Map<Column, number>): Cells {
  return Object.fromEntries(COLUMNS.map((key) => [key, cells[places.get(key) ?? -1] ?? ''])) as Cells;
}

function checkRow(row: number, values: Cells, roles: Map<string, number | 'refused'>): Checked {
  const { role, mobile, ...rest } = values;
  const role_id = roles.get(role);
  const parsed = users.add.input.safeParse(
    { ...rest, mobile: mobile || null, role_id: typeof role_id === 'number' ? role_id : 0 },
    { reportInput: true },
  );
  const problems: FieldProblem[] = parsed.success ? [] : problemsOf(parsed.error);
  if (role === '') problems.push({ field: 'role', problem: 'required' });
  else if (role_id === 'refused') problems.push({ field: 'role', problem: 'role_refused' });
  else if (role_id === undefined) problems.push({ field: 'role', problem: 'unknown_value' });
  if (isMobile(rest.account) && rest.account !== mobile) {
    problems.push({ field: 'account', problem: 'not_own_mobile' });
  }
  return { row, values, problems, user: parsed.success ? parsed.data : undefined };
}

/** Roles by their names; those that this user may not hand out are marked, the super administrator's for everyone. */
async function rolesByName(ctx: Ctx): Promise<Map<string, number | 'refused'>> {
  const rows = await ctx.db.rows<{ role_id: number; role_name: string; role_name_en: string }>(sql`
    select role_id, role_name, role_name_en from role`);
  const byName = new Map<string, number | 'refused'>();
  for (const { role_id, role_name, role_name_en } of rows) {
    const given = await requireCovers(ctx.db, ctx.user, role_id).then(
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

/** The same account or number twice in one file: the later row is the one at fault. */
function markRepeated(rows: Checked[]): void {
  for (const field of ['account', 'mobile'] as const) {
    const seen = new Set<string>();
    for (const { values, problems } of rows) {
      const value = values[field]?.toLowerCase() ?? '';
      if (value === '') continue;
      if (seen.has(value)) problems.push({ field, problem: 'repeated' });
      seen.add(value);
    }
  }
}
