import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { touch } from '#server/db/touch.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { page } from '#server/http/list.ts';
import { soundOf } from '#server/places/pinyin.ts';
import { menuActions, menuPowers, menus } from '#shared/contract/access/menus.ts';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { Fault } from '#shared/faults.ts';
import { isBuiltInEntry } from '#shared/menu.ts';

const menuRows = crud(menus, {
  shows: {
    syllables: sql`t.menu_name`,
    power_ids: sql`array(select power_id from menu_power m where m.menu_id = t.menu_id order by power_id)`,
  },
  show: () => (row) => ({ ...row, syllables: soundOf(String(row.syllables)).syllables }),
  sort: sql`sort, menu_id`,
  beforeSave: async ({ db }, fields, before) => {
    if (before && isBuiltInEntry(before.path) && (fields.path ?? before.path) !== before.path)
      throw new Fault('edit_failed', { detail: 'built_in' });
    if (before && typeof fields.parent_id === 'number')
      await requireAbove(db, fields.parent_id, before.menu_id);
    return fields;
  },
  // The next start would seed it again; built-in entries can be hidden instead.
  beforeDelete: async (_ctx, rows) => {
    if (rows.some(({ path }) => isBuiltInEntry(path)))
      throw new Fault('delete_failed', { detail: 'built_in' });
  },
});

/** Rejects cycles: their entries would be in no branch of the tree. */
async function requireAbove(db: Db, parent_id: number, menu_id: number): Promise<void> {
  const ring = await db.one(sql`
    with recursive above as (
      select menu_id, parent_id from menu where menu_id = ${parent_id}
      union
      select m.menu_id, m.parent_id from menu m join above on m.menu_id = above.parent_id
    )
    select 1 from above where menu_id = ${menu_id}`);
  if (ring)
    throw new Fault('parameter_error', { fields: [{ field: 'parent_id', problem: 'unknown_value' }] });
}

const menuOrder = handlers(menuActions, {
  order: async ({ db }, { menu_ids }) => {
    const rows = await db.rows<{ parent_id: number | null }>(sql`
      select parent_id from menu where menu_id = any(${menu_ids}) order by menu_id for update`);
    if (rows.length < menu_ids.length) throw new Fault('no_data');
    if (new Set(rows.map(({ parent_id }) => parent_id)).size > 1)
      throw new Fault('parameter_error', { fields: [{ field: 'menu_ids', problem: 'unknown_value' }] });
    await db.run(sql`
      update menu m set sort = wanted.place * 10
        from unnest(${menu_ids}::integer[]) with ordinality as wanted (menu_id, place)
       where m.menu_id = wanted.menu_id and m.sort <> wanted.place * 10`);
    return {};
  },
});

const menuPowerLinks = handlers(menuPowers, {
  add: async ({ db }, { menu_id, version, power_ids }) => {
    await touch(db, 'menu', menu_id, version);
    await db.run(sql`delete from menu_power where menu_id = ${menu_id} and power_id <> all(${power_ids})`);
    await db.run(sql`
      insert into menu_power (menu_id, power_id)
      select ${menu_id}, power_id from unnest(${power_ids}::integer[]) as wanted (power_id)
      on conflict do nothing`);
    return {};
  },

  data: ({ db }, query) =>
    page<RolePower>(
      db,
      sql`select p.power_id, p.power_name, p.power_name_en, p.power_code, p.power_url, p.type, p.parent_id
            from power p join menu_power m using (power_id) where m.menu_id = ${query.menu_id}`,
      sql`type, power_id`,
      query,
    ),
});

export const menuRoutes = [...menuRows, ...menuOrder, ...menuPowerLinks];
