import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, name, remark, text } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const roles = resource({
  name: 'roles',
  table: 'role',
  path: '/auth_login/login/role',
  id: 'role_id',
  needs: 'role',
  fields: {
    role_name: name(),
    role_name_en: text(50).default(''),
    sees_all_sites: z.boolean().default(false),
    remark,
  },
  shows: { built_in: z.boolean(), user_count: z.int(), power_count: z.int() },
  search: ['role_name', 'role_name_en', 'remark'],
});

export const roleActions = {
  /** A new role with the powers and the site access of another one. */
  copy: call({
    path: '/auth_login/login/role/copy',
    needs: 'role.write',
    writes: true,
    input: z.object({ role_id: id, role_name: name(), role_name_en: text(50).default('') }),
    output: z.object({ role_id: id }),
  }),
};

/** 1 permission group, 2 page, 3 action. */
export const powerType = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type PowerType = z.output<typeof powerType>;

export const powers = resource({
  name: 'powers',
  table: 'power',
  path: '/auth_login/login/power',
  id: 'power_id',
  needs: 'power',
  fields: {
    power_name: name(),
    power_name_en: text(80).default(''),
    power_code: name(80).regex(/^[a-z0-9_.-]+$/i, 'bad_power_code'),
    type: powerType,
    power_url: text(200).default(''),
    parent_id: id.nullable().default(null),
    remark,
  },
  shows: {
    built_in: z.boolean(),
    sort: z.int(),
    parent_name: z.string().nullable(),
    parent_name_en: z.string().nullable(),
  },
  search: ['power_name', 'power_name_en', 'power_code', 'power_url'],
  filters: { type: powerType.optional(), parent_id: id.optional() },
});

/** The roles that have a power, and the accounts with one of them. */
export const powerHolders = {
  data: call({
    path: '/auth_login/login/power/holders',
    needs: 'role.read',
    input: z.object({ power_id: id }),
    output: z.object({
      roles: z.array(
        z.object({ role_id: id, role_name: z.string(), role_name_en: z.string(), user_count: z.int() }),
      ),
      /** Null for users who may not list accounts. Sealed accounts are left out: they cannot do anything. */
      users: z
        .array(z.object({ user_id: id, account: z.string(), real_name: z.string(), role_id: id }))
        .nullable(),
      /** Total number; only the first few hundred are listed. */
      user_count: z.int(),
    }),
  }),
};

/** A role's power entry (spec §3), from which the menu is built. */
export const rolePower = z.object({
  power_id: id,
  power_name: z.string(),
  power_name_en: z.string(),
  power_code: z.string(),
  power_url: z.string(),
  type: powerType,
  parent_id: id.nullable(),
});
export type RolePower = z.output<typeof rolePower>;

export const rolePowers = {
  /** Users may always read the powers of their own role; those of another role need `role.read`. */
  data: call({
    path: '/auth_login/login/role/power/data',
    needs: 'signed-in',
    input: z.object({ ...paging, role_id: id.optional() }),
    output: listOf(rolePower),
  }),
  /** Replaces all powers of the role. `version` is the role's: a change based on an outdated set is refused. */
  add: call({
    path: '/auth_login/login/role/power/add',
    needs: 'role.write',
    writes: true,
    input: z.object({ role_id: id, version: z.int(), power_ids: z.array(id).max(5000) }),
    output: empty,
  }),
};
