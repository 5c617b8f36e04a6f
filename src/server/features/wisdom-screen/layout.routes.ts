import { requireCoversRole } from '#server/authority/authority.ts';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import {
  builtInLayout,
  type WallLayout,
  wallLayouts,
  wallTiles,
} from '#shared/contract/wisdom-screen/layout.ts';
import { Fault } from '#shared/faults.ts';

type Row = WallLayout & { role_name: string; role_name_en: string };

/** Ignores tiles of newer versions, for example after a downgrade. */
const known = (tiles: Sql) => sql`array(select tile from unnest(${tiles}) with ordinality as x (tile, place)
                                         where tile = any(${[...wallTiles]}) order by place)`;

function layouts(db: Db, condition: Sql): Promise<Row[]> {
  const { left_tiles, right_tiles, rotate_seconds } = builtInLayout;
  return db.rows<Row>(sql`
    select r.role_id, r.role_name, r.role_name_en, coalesce(w.version, 0) as version,
           coalesce(w.rotate_seconds, ${rotate_seconds}) as rotate_seconds,
           ${known(sql`coalesce(w.left_tiles, ${[...left_tiles]}::text[])`)} as left_tiles,
           ${known(sql`coalesce(w.right_tiles, ${[...right_tiles]}::text[])`)} as right_tiles
      from role r left join wall_layout w using (role_id) where ${condition} order by r.role_id`);
}

export const wallLayoutRoutes = handlers(wallLayouts, {
  mine: async ({ db, user }) => {
    const [mine] = await layouts(db, sql`r.role_id = ${user.role_id}`);
    if (!mine) throw new Fault('no_data');
    return mine;
  },

  list: async ({ db }) => {
    const data_info = await layouts(db, sql`true`);
    return { data_info, total: data_info.length };
  },

  /** Optimistic locking: of two concurrent saves the later one is refused. */
  set: async (ctx, { role_id, left_tiles, right_tiles, rotate_seconds, version }) => {
    const { db } = ctx;
    await requireCoversRole(ctx, role_id);
    const changed =
      version === 0
        ? await db.run(sql`
            insert into wall_layout (role_id, left_tiles, right_tiles, rotate_seconds)
            values (${role_id}, ${left_tiles}, ${right_tiles}, ${rotate_seconds})
            on conflict (role_id) do nothing`)
        : await db.run(sql`
            update wall_layout set left_tiles = ${left_tiles}, right_tiles = ${right_tiles},
                   rotate_seconds = ${rotate_seconds}
             where role_id = ${role_id} and version = ${version}`);
    if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    return {};
  },

  reset: async (ctx, { role_id, version }) => {
    await requireCoversRole(ctx, role_id);
    const gone = await ctx.db.run(
      sql`delete from wall_layout where role_id = ${role_id} and version = ${version}`,
    );
    if (gone === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    return {};
  },
});
