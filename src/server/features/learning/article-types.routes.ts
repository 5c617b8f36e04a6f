import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleMenu, articleTypes, TYPE_DEPTH } from '#shared/contract/learning/article-types.ts';
import { Fault, type FaultName } from '#shared/faults.ts';
import { isType, published, visibleTo } from './article-reach.ts';

type Node = AnswerOf<typeof articleMenu.tree>['data_info'][number];

/** The full path of the type. */
const wholeName = sql`(with recursive up as (
    select t.type_id, t.parent_id, t.type_name as whole, 1 as step
    union all
    select p.type_id, p.parent_id, p.type_name || ' / ' || u.whole, u.step + 1
      from up u join article_type p on p.type_id = u.parent_id where u.step < 20)
  select whole from up order by step desc limit 1)`;

function refuse(fault: FaultName, field: string, problem: string): never {
  throw new Fault(fault, { fields: [{ field, problem, params: { max: TYPE_DEPTH } }] });
}

/** Checks the parent: it must exist, not be below the type itself, and not be too deep. */
async function requirePlace(
  { db }: Ctx,
  parent_id: number,
  type_id: number | undefined,
  fault: FaultName,
): Promise<void> {
  // Serializes moves: two at the same time could form a cycle.
  await db.run(sql`select pg_advisory_xact_lock(hashtext('article types'))`);
  const above = await db.rows<{ type_id: number }>(sql`
    with recursive up as (
      select t.type_id, t.parent_id from article_type t where t.type_id = ${parent_id}
      union
      select p.type_id, p.parent_id from up u join article_type p on p.type_id = u.parent_id)
    select type_id from up`);
  if (above.length === 0) refuse(fault, 'parent_id', 'unknown_value');
  if (above.some((one) => one.type_id === type_id)) refuse(fault, 'parent_id', 'inside_itself');
  const row = await db.one<{ deep: number }>(sql`
    with recursive below as (
      select t.type_id, 1 as deep from article_type t where t.type_id = ${type_id ?? null}::integer
      union all
      select t.type_id, b.deep + 1 from article_type t join below b on t.parent_id = b.type_id)
    select coalesce(max(deep), 1) as deep from below`);
  if (above.length + (row?.deep ?? 1) > TYPE_DEPTH) refuse(fault, 'parent_id', 'too_deep');
}

const isSameName = (ctx: Ctx, type_name: string, parent_id: number | null, but: number | undefined) =>
  ctx.db.one(sql`
    select from article_type where type_name = ${type_name} and parent_id is not distinct from ${parent_id}::integer
       and type_id is distinct from ${but ?? null}::integer`);

export const articleTypeRoutes = [
  ...crud(articleTypes, {
    shows: {
      whole_name: wholeName,
      article_count: sql`(select count(*) from article a join article_revision r
         on r.article_id = a.article_id and r.revision_no = a.revision_no
         where r.type_id = t.type_id and a.deleted_at is null)`,
    },
    sort: sql`sort, type_id`,
    beforeSave: async (ctx, fields, before) => {
      const parent_id = (fields.parent_id === undefined ? (before?.parent_id ?? null) : fields.parent_id) as
        | number
        | null;
      const type_name = (fields.type_name ?? before?.type_name ?? '') as string;
      if (fields.parent_id !== undefined && parent_id !== null)
        await requirePlace(
          ctx,
          parent_id,
          before?.type_id,
          before ? 'article_menu_edit_failed' : 'article_menu_add_failed',
        );
      if (await isSameName(ctx, type_name, parent_id, before?.type_id))
        refuse(
          before ? 'article_category_edit_failed' : 'article_category_add_failed',
          'type_name',
          'repeated',
        );
      return fields;
    },
    beforeDelete: async ({ db }, rows) => {
      const ids = rows.map(({ type_id }) => type_id);
      const below = await db.one(sql`
        select from article_type where parent_id = any(${ids}) and type_id <> all(${ids}) limit 1`);
      if (below) throw new Fault('article_menu_delete_failed', { detail: 'type_has_types' });
      const used = await db.one(sql`select from article_revision where type_id = any(${ids}) limit 1`);
      if (used) throw new Fault('article_category_delete_failed', { detail: 'in_use' });
    },
  }),
  ...handlers(articleMenu, {
    tree: async (ctx, { type_id }) => {
      if (type_id !== undefined && !(await isType(ctx, type_id)))
        throw new Fault('article_menu_query_failed');
      return {
        data_info: await ctx.db.rows<Node>(sql`
          with recursive tree as (
            select t.* from article_type t
             where ${type_id === undefined ? sql`t.parent_id is null` : sql`t.type_id = ${type_id}`}
            union all
            select t.* from article_type t join tree on t.parent_id = tree.type_id),
          counted as (
            select r.type_id, count(*) as count from ${published} where ${visibleTo(ctx)} group by 1),
          below as (
            select type_id as top, type_id from tree
            union all
            select b.top, t.type_id from below b join article_type t on t.parent_id = b.type_id)
          select t.type_id, t.parent_id, t.type_name, t.enabled,
                 coalesce((select sum(c.count) from below b join counted c using (type_id)
                            where b.top = t.type_id), 0)::integer as article_count
            from tree t order by t.sort, t.type_id`),
      };
    },
  }),
];
