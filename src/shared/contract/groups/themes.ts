import * as z from 'zod';
import { shortUser } from '#shared/contract/access/users.ts';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, idOrIds, name, text } from '#shared/contract/fields.ts';
import { pictureAddress } from '#shared/contract/platform/pictures.ts';
import { resource } from '#shared/contract/resource.ts';

export const themes = resource({
  name: 'themes',
  table: 'theme',
  path: '/auth_login/login/theme',
  id: 'theme_id',
  needs: 'theme',
  fields: {
    theme_name: name(),
    platform_title: text(60).default(''),
    logo: pictureAddress.default(''),
    accent: text(9)
      .regex(/^$|^#[0-9a-f]{6}$/i, 'bad_format')
      .default(''),
    map_style: z.enum(['general', 'satellite', 'dark']).default('general'),
  },
  shows: { user_count: z.int(), group_count: z.int() },
  search: ['theme_name', 'platform_title'],
});

export const themeUsers = {
  /** A user has one theme: adding it here removes any other. */
  add: call({
    path: '/auth_login/login/theme/users/add',
    needs: 'theme.write',
    writes: true,
    input: z.object({ theme_id: id, user_ids: idOrIds }),
    output: empty,
  }),
  /** They get their group's theme again, or none. */
  remove: call({
    path: '/auth_login/login/theme/users/delete',
    needs: 'theme.write',
    writes: true,
    input: z.object({ theme_id: id, user_ids: idOrIds }),
    output: empty,
  }),
  data: call({
    path: '/auth_login/login/theme/users/data',
    needs: 'theme.read',
    input: z.object({ ...paging, theme_id: id }),
    output: listOf(shortUser),
  }),
};
