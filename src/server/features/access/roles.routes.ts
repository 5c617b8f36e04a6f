import { requireCoversHolders, requireCoversRole, requireHolds } from '#server/authority/authority.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { touch } from '#server/db/touch.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { page } from '#server/http/list.ts';
import {
  powerHolders,
  powers,
  type RolePower,
  roleActions,
  rolePowers,
  roles,
} from '#shared/contract/access/roles.ts';
import { users } from '#shared/contract/access/users.ts';
import { may, SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault, powerMissing } from '#shared/faults.ts';

const roleRows = crud(roles, {
  shows: {
    user_count: sql`(select count(*) from user_account u where u.role_id = t.role_id)`,
    power_count: sql`(select count(*) from role_power rp where rp.role_id = t.role_id)`,
  },
  sort: sql`role_id`,
  beforeSave: async (ctx, fields, before) => {
    if (before) await requireCoversHolders(ctx, before.role_id);
    if (fields.sees_all_sites && !ctx.user.sees_all_sites) {
      throw new Fault('no_authority', { detail: 'grants_exceeded' });
    }
    return fields;
  },
  beforeDelete: async (ctx, rows) => {
    for (const row of rows) {
      if (row.role_id === SUPER_ROLE) throw new Fault('super_undeletable');
      await requireCoversHolders(ctx, row.role_id);
    }
  },
});

const copies = handlers(roleActions, {
  copy: async (ctx, { role_id, role_name, role_name_en }) => {
    if (role_id === SUPER_ROLE) throw new Fault('super_unbindable');
    await requireCoversRole(ctx, role_id);
    const row = await ctx.db.one<{ role_id: number }>(sql`
      insert into role (role_name, role_name_en, sees_all_sites, remark)
      select ${role_name}, ${role_name_en}, sees_all_sites, remark from role where role_id = ${role_id} for share
      returning role_id`);
    if (!row) throw new Fault('no_data');
    await ctx.db.run(sql`
      insert into role_power (role_id, power_id)
      select ${row.role_id}, power_id from role_power where role_id = ${role_id}`);
    return row;
  },
});

const MOST_HOLDERS = 200;

const holders = handlers(powerHolders, {
  data: async ({ db, user }, { power_id }) => {
    const holds = sql`(role_id = ${SUPER_ROLE} or role_id in
      (select rp.role_id from role_power rp where rp.power_id = ${power_id}))`;
    const able = sql`select user_id, account, real_name, role_id from user_account
                      where status = 'normal' and ${holds}`;
    const found = await db.rows<{
      role_id: number;
      role_name: string;
      role_name_en: string;
      user_count: number;
    }>(sql`
      select role_id, role_name, role_name_en,
             (select count(*)::integer from (${able}) u where u.role_id = r.role_id) as user_count
        from role r where ${holds} order by role_id`);
    const named = await db.rows<{ user_id: number; account: string; real_name: string; role_id: number }>(sql`
      ${able} order by role_id, real_name collate "zh-x-icu", user_id limit ${MOST_HOLDERS}`);
    return {
      roles: found,
      users: may(user, users.list.needs) ? named : null,
      user_count: found.reduce((sum, { user_count }) => sum + user_count, 0),
    };
  },
});

const GROUP = 1;
/** Read-only fields of built-in powers. */
const FIXED = ['power_code', 'type', 'power_url', 'parent_id'] as const;

const powerRows = crud(powers, {
  shows: {
    parent_name: sql`(select g.power_name from power g where g.power_id = t.parent_id)`,
    parent_name_en: sql`(select g.power_name_en from power g where g.power_id = t.parent_id)`,
  },
  // `sort` places each group directly before its powers.
  sort: sql`sort, power_id`,
  beforeSave: async ({ db }, fields, before) => {
    if (before?.built_in && FIXED.some((field) => field in fields && fields[field] !== before[field])) {
      throw new Fault('edit_failed', { detail: 'built_in' });
    }
    // Groups have no parent: a nested or cyclic group would be missing from every tree.
    if ((fields.type ?? before?.type) === GROUP) {
      return 'parent_id' in fields || 'type' in fields ? { ...fields, parent_id: null } : fields;
    }
    if (
      before?.type === GROUP &&
      (await db.one(sql`select 1 from power where parent_id = ${before.power_id}`))
    ) {
      throw new Fault('edit_failed', { detail: 'in_use' });
    }
    if (typeof fields.parent_id === 'number') {
      const group = await db.one(
        sql`select 1 from power where power_id = ${fields.parent_id} and type = ${GROUP} for share`,
      );
      if (!group)
        throw new Fault('parameter_error', { fields: [{ field: 'parent_id', problem: 'unknown_value' }] });
    }
    return fields;
  },
});

const links = handlers(rolePowers, {
  data: (ctx, query) => {
    const role_id = query.role_id ?? ctx.user.role_id;
    if (role_id !== ctx.user.role_id && !may(ctx.user, 'role.read')) throw powerMissing('role.read');
    return page<RolePower>(ctx.db, powersOf(role_id), sql`type, sort, power_id`, query);
  },

  add: async (ctx, { role_id, version, power_ids }) => {
    if (role_id === SUPER_ROLE) throw new Fault('super_unbindable');
    await requireCoversHolders(ctx, role_id);
    await requireHolds(ctx, power_ids);
    await touch(ctx.db, 'role', role_id, version);
    await ctx.db.run(
      sql`delete from role_power where role_id = ${role_id} and power_id <> all(${power_ids})`,
    );
    await ctx.db.run(sql`
      insert into role_power (role_id, power_id)
      select ${role_id}, power_id from unnest(${power_ids}::integer[]) as wanted (power_id)
      on conflict do nothing`);
    return {};
  },
});

/** The super administrator has every power, without rows in `role_power`. */
function powersOf(role_id: number): Sql {
  const held =
    role_id === SUPER_ROLE
      ? sql`true`
      : sql`power_id in (select rp.power_id from role_power rp where rp.role_id = ${role_id})`;
  return sql`select power_id, power_name, power_name_en, power_code, power_url, type, parent_id, sort
               from power where ${held}`;
}

export const roleRoutes = [...roleRows, ...copies, ...powerRows, ...holders, ...links];
