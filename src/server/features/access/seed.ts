import { randomBytes } from 'node:crypto';
import type { Db, Pool } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { powerNames as enPowers, roleNames as enRoles } from '#shared/i18n/en/access/power-names.ts';
import { menu as enMenu } from '#shared/i18n/en/menu.ts';
import { powerNames as zhPowers, roleNames as zhRoles } from '#shared/i18n/zh/access/power-names.ts';
import { menu as zhMenu } from '#shared/i18n/zh/menu.ts';
import { sections, standaloneEntries } from '#shared/menu.ts';
import { powerSeeds, seededRoles } from '#shared/powers.ts';
import { hashPassword } from './passwords.ts';

const words = {
  zh: { menu: zhMenu as Record<string, string>, powerNames: zhPowers as Record<string, string> },
  en: { menu: enMenu as Record<string, string>, powerNames: enPowers as Record<string, string> },
};

function word(language: 'zh' | 'en', key: string): string {
  const [part = '', name = ''] = key.split('.');
  const found = words[language][part as 'menu' | 'powerNames'][name];
  if (!found) throw new Error(`no ${language} word for ${key}`);
  return found;
}

const actor = { account: 'system', real_name: 'system' };

/**
 * Seeds the built-in roles, powers and menu entries. Runs at every start: keeps rows that users changed, adds new ones,
 * and grants new powers to their roles once.
 */
export function seedAccess(pool: Pool): Promise<void> {
  return pool.tx(actor, async (db) => {
    // Serializes instances that start at the same time.
    await db.run(sql`select pg_advisory_xact_lock(hashtext('seed access'))`);
    await seedRoles(db);
    await seedPowers(db);
    await seedMenus(db);
    await db.run(sql`insert into login_limit (register_role_id) values (4) on conflict do nothing`);
  });
}

async function seedRoles(db: Db): Promise<void> {
  const rows = seededRoles.map(({ role_id, key, sees_all_sites }) => ({
    role_id,
    role_name: zhRoles[key],
    role_name_en: enRoles[key],
    sees_all_sites,
  }));
  await db.run(sql`
    insert into role (role_id, role_name, role_name_en, sees_all_sites, built_in)
    select role_id, role_name, role_name_en, sees_all_sites, true
      from jsonb_to_recordset(${json(rows)})
        as r (role_id integer, role_name text, role_name_en text, sees_all_sites boolean)
    on conflict do nothing`);
}

async function seedPowers(db: Db): Promise<void> {
  const rows = powerSeeds.map((seed, sort) => ({
    ...seed,
    sort,
    power_name: word('zh', seed.key),
    power_name_en: word('en', seed.key),
    role_ids: seededRoles
      .filter(({ key }) => (seed.roles as readonly string[]).includes(key))
      .map((r) => r.role_id),
  }));
  // A custom power with a code that is now built in gets a new code, otherwise its holders would get the built-in
  // power.
  await db.run(sql`
    update power set power_code = power_code || '.' || power_id
     where not built_in and power_code = any(${powerSeeds.map(({ power_code }) => power_code)})`);
  // Groups first, because powers look up their group by code. If a custom power already has the name, the code is
  // appended, so that the unique index does not fail the start.
  for (const types of [[1], [2, 3]]) {
    await db.run(sql`
      with seed as (
        select * from jsonb_to_recordset(${json(rows.filter(({ type }) => types.includes(type)))})
          as s (power_code text, power_name text, power_name_en text, type smallint, power_url text,
                parent_code text, sort integer, role_ids jsonb)
      ), added as (
        insert into power (power_code, power_name, power_name_en, type, power_url, parent_id, sort, built_in)
        select s.power_code,
               case when exists (select 1 from power p
                                  where p.type = s.type and p.power_name = s.power_name
                                    and (s.type = 1 or p.parent_id is not distinct from g.power_id))
                    then s.power_name || ' (' || s.power_code || ')' else s.power_name end,
               s.power_name_en, s.type, s.power_url, g.power_id, s.sort, true
          from seed s left join power g on g.power_code = s.parent_code
         where not exists (select 1 from power p where p.power_code = s.power_code)
        returning power_id, power_code
      )
      insert into role_power (role_id, power_id)
      select role_id::integer, added.power_id
        from added join seed using (power_code), jsonb_array_elements_text(seed.role_ids) as role_id`);
  }
}

async function seedMenus(db: Db): Promise<void> {
  const entry = (path: string, key: string, parent: string | null, icon: string, sort: number) => ({
    path,
    parent,
    icon,
    sort,
    menu_name: word('zh', `menu.${key}`),
    menu_name_en: word('en', `menu.${key}`),
  });
  const tops = [
    ...standaloneEntries.map(({ path, key }, index) => entry(path, key, null, '', index)),
    ...sections.map(({ path, key, icon }, index) =>
      entry(path, `section_${key}`, null, icon, (index + 1) * 10),
    ),
  ];
  const pages = sections.flatMap((section) =>
    section.pages.map(({ path, key }, index) => entry(path, key, section.path, '', (index + 1) * 10)),
  );
  for (const rows of [tops, pages]) {
    await db.run(sql`
      insert into menu (path, parent_id, menu_name, menu_name_en, icon, sort)
      select m.path, p.menu_id,
             case when exists (select 1 from menu beside
                                where beside.parent_id is not distinct from p.menu_id and beside.menu_name = m.menu_name)
                  then m.menu_name || ' (' || m.path || ')' else m.menu_name end,
             m.menu_name_en, m.icon, m.sort
        from jsonb_to_recordset(${json(rows)})
          as m (path text, parent text, menu_name text, menu_name_en text, icon text, sort integer)
        left join menu p on p.path = m.parent
       where not exists (select 1 from menu have where have.path = m.path)`);
  }
}

export interface FirstAccount {
  account: string;
  password: string;
  role: string;
}

const DEMO_PASSWORD = 'lanjing123';
const demoUsers = [
  { account: 'admin', real_name: '林清岚', mobile: '13800000000', role_id: 0, role: 'super administrator' },
  { account: 'manager', real_name: '周明远', mobile: '13800000001', role_id: 1, role: 'administrator' },
  { account: 'operator', real_name: '陈一帆', mobile: '13800000002', role_id: 2, role: 'operator' },
  { account: 'auditor', real_name: '吴静', mobile: '13800000003', role_id: 3, role: 'auditor' },
  { account: 'learner', real_name: '何小满', mobile: '13800000004', role_id: 4, role: 'learner' },
];

/** Creates missing demo accounts; their password is public. */
export async function seedDemoUsers(pool: Pool): Promise<FirstAccount[]> {
  const missing = await pool.rows<{ account: string }>(sql`
    select account from unnest(${demoUsers.map(({ account }) => account)}::text[]) as wanted (account)
     where not exists (select 1 from user_account u where lower(u.account) = wanted.account)`);
  const rows = demoUsers.filter(({ account }) => missing.some((row) => row.account === account));
  if (rows.length > 0) {
    const password_hash = await hashPassword(DEMO_PASSWORD);
    await pool.tx(actor, async (db) => {
      await db.run(sql`
        insert into user_account (account, real_name, mobile, role_id, password_hash)
        select account, real_name, mobile, role_id, ${password_hash}
          from jsonb_to_recordset(${json(rows)})
            as u (account text, real_name text, mobile text, role_id integer)
        on conflict do nothing`);
      // The demo allows self-registration without approval and specific sign-in errors, because its accounts are
      // public.
      if (rows.length === demoUsers.length) {
        // Replaces the row instead of updating it, so that it stays at its first version: no user has changed it yet.
        await db.run(sql`delete from login_limit`);
        await db.run(sql`
          insert into login_limit (register_role_id, register_needs_approval, one_answer) values (4, false, false)`);
      }
    });
  }
  return demoUsers.map(({ account, role }) => ({ account, role, password: DEMO_PASSWORD }));
}

/**
 * Creates the first administrator of a production instance; the password is shown once and must be changed. The name is
 * the account's, because a person's name has one form for both languages.
 */
export async function seedFirstAdministrator(pool: Pool): Promise<FirstAccount[]> {
  const anyone = await pool.one(sql`select 1 from user_account where role_id = 0`);
  if (anyone) return [];
  const password = randomBytes(12).toString('base64url');
  const password_hash = await hashPassword(password);
  const added = await pool.tx(actor, (db) =>
    db.run(sql`
      insert into user_account (account, real_name, role_id, password_hash, must_change_password)
      values ('admin', 'admin', 0, ${password_hash}, true) on conflict do nothing`),
  );
  return added === 1 ? [{ account: 'admin', password, role: 'super administrator' }] : [];
}
