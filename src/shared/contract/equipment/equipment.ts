import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id } from '#shared/contract/fields.ts';
import { regionCode } from '#shared/contract/site-config/regions.ts';

/** Single sites, and rules by place or project, which include sites added later. */
const grants = {
  site_ids: z.array(id).max(10_000).default([]),
  /** Provinces, cities or areas. */
  region_codes: z.array(regionCode).max(5000).default([]),
  project_ids: z.array(id).max(1000).default([]),
};
const grantSet = z.object(grants);
export type Grants = z.output<typeof grantSet>;

/** Either a user, or a group whose members inherit the sites. */
const owner = { user_id: id.optional(), user_group_id: id.optional() };
const isOneOwner = ({ user_id, user_group_id }: { user_id?: number; user_group_id?: number }) =>
  (user_id === undefined) !== (user_group_id === undefined);
const oneOwner = { path: ['user_id'], message: 'required' };

export const equipment = {
  /** All sites that the owner sees: granted directly, and through groups. */
  data: call({
    path: '/monitor/user/devices/data',
    needs: 'equipment.read',
    input: z.object(owner).refine(isOneOwner, oneOwner),
    output: z.object({
      data_info: z.array(z.object({ site_id: id, mn: z.string(), site_name: z.string() })),
      total: z.int(),
      /** By role, independent of grants. */
      sees_all_sites: z.boolean(),
      given: grantSet,
      groups: z.array(z.object({ user_group_id: id, user_group_name: z.string(), given: grantSet })),
    }),
  }),
  /** Grants and revokes. Only the given items change, so that concurrent changes do not undo each other. */
  add: call({
    path: '/monitor/user/devices/add',
    needs: 'equipment.write',
    writes: true,
    input: z.object({ ...owner, ...grants, remove: grantSet.optional() }).refine(isOneOwner, oneOwner),
    output: z.object({ total: z.int() }),
  }),
};
