import * as z from 'zod';
import { shortUser } from '#shared/contract/access/users.ts';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, idOrIds, name, remark, text } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const userGroups = resource({
  name: 'userGroups',
  table: 'user_group',
  path: '/auth_login/login/user_group',
  id: 'user_group_id',
  needs: 'group',
  fields: {
    user_group_name: name(),
    /** Theme of members without their own. */
    theme_id: id.nullable().default(null),
    remark,
  },
  shows: { theme_name: z.string().nullable(), member_count: z.int() },
  search: ['user_group_name', 'remark'],
});

const shortGroup = z.object({ user_group_id: id, user_group_name: z.string() });
const members = z.object({ user_group_id: id, user_ids: idOrIds });

export const groupMembers = {
  add: call({
    path: '/auth_login/login/user_group/users/add',
    needs: 'group.write',
    writes: true,
    input: members,
    output: empty,
  }),
  remove: call({
    path: '/auth_login/login/user_group/users/delete',
    needs: 'group.write',
    writes: true,
    input: members,
    output: empty,
  }),
  ofGroup: call({
    path: '/auth_login/login/user_group/by/user_group_id/data',
    needs: 'group.read',
    input: z.object({ ...paging, user_group_id: id }),
    output: listOf(shortUser),
  }),
  ofUser: call({
    path: '/auth_login/login/user_group/by/user_id/data',
    needs: 'group.read',
    input: z.object({ ...paging, user_id: id }),
    output: listOf(shortGroup),
  }),
  byName: call({
    path: '/auth_login/login/user_group/by/name/data',
    needs: 'group.read',
    input: z.object({ ...paging, user_group_name: text(50) }),
    output: listOf(shortGroup),
  }),
  notInGroup: call({
    path: '/auth_login/login/not/group_user/data',
    needs: 'group.read',
    input: z.object({ ...paging, user_group_id: id }),
    output: listOf(shortUser),
  }),
  ofUsers: call({
    path: '/auth_login/login/user_group_id/by/user__ids',
    needs: 'group.read',
    input: z.object({ user_ids: idOrIds }),
    output: z.object({
      data_info: z.array(z.object({ user_id: id, user_group_ids: z.array(id) })),
      total: z.int(),
    }),
  }),
};
