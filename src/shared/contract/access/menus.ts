import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, name, text } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { isScreenPath, menuIcons } from '#shared/menu.ts';
import { rolePower } from './roles.ts';

/**
 * Menu rows override the route tree: order, icon, both names, visibility. `path` links a row to its screen or section.
 */
const plainMenus = resource({
  name: 'menus',
  table: 'menu',
  path: '/auth_login/login/menu',
  id: 'menu_id',
  needs: 'menu',
  fields: {
    path: name(200).refine((path) => isScreenPath(path) && !/[?#]|.\/$/.test(path), 'unknown_screen'),
    parent_id: id.nullable().default(null),
    menu_name: name(),
    menu_name_en: text(80).default(''),
    icon: z.enum(['', ...menuIcons]).default(''),
    sort: z.int().min(0).max(100_000).default(0),
    hidden: z.boolean().default(false),
  },
  shows: {
    // Not validated: older rows may have other paths.
    path: z.string(),
    icon: z.string(),
    /** Pinyin of its Chinese name with a space between syllables, for searching. */
    syllables: z.string(),
    /** Powers of which any one is needed; empty: none is needed. */
    power_ids: z.array(id),
  },
  search: ['menu_name', 'menu_name_en', 'path'],
  filters: { parent_id: id.optional() },
});

/** The side menu is built from these rows, so reading them needs no power. */
export const menus = { ...plainMenus, list: { ...plainMenus.list, needs: 'signed-in' } };

export const menuActions = {
  /** Sibling entries in their new order. */
  order: call({
    path: '/auth_login/login/menu/order',
    needs: 'menu.write',
    writes: true,
    input: z.object({ menu_ids: z.array(id).min(1, 'required').max(1000) }),
    output: empty,
  }),
};

export const menuPowers = {
  /**
   * Replaces the powers of a menu entry; any one of them is sufficient to see it. `version` is the entry's: if given, a
   * change based on an outdated set is refused.
   */
  add: call({
    path: '/auth_login/login/menu/powers/add',
    needs: 'menu.write',
    writes: true,
    input: z.object({ menu_id: id, version: z.int().optional(), power_ids: z.array(id).max(5000) }),
    output: empty,
  }),
  data: call({
    path: '/auth_login/login/menu/power/data',
    needs: 'menu.read',
    input: z.object({ ...paging, menu_id: id }),
    output: listOf(rolePower),
  }),
};
