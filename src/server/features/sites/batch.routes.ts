import { createHash } from 'node:crypto';
import type { Ctx } from '#server/app.ts';
import { requireMayCorrect } from '#server/corrections/form.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import { storeFactorLists } from '#server/features/site-config/service.ts';
import { parse } from '#server/http/dispatch.ts';
import { handlers } from '#server/http/handlers.ts';
import { listRows } from '#server/http/list.ts';
import { namedSites, scope } from '#server/scope.ts';
import type { ListQuery } from '#shared/contract/resource.ts';
import { type BatchChanges, batchFields, siteBatch } from '#shared/contract/sites/batch.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { Fault } from '#shared/faults.ts';
import { siteSource } from './sites.routes.ts';

interface Chosen {
  site_ids?: number[];
  query?: Record<string, unknown>;
}

/** The current values of the fields that a batch may change. */
interface Before {
  site_id: number;
  project_id: number | null;
  product_id: number | null;
  agreement_id: number | null;
  interval_seconds: number;
  component_ids: number[];
}

/** A site that changes, and its changed fields. */
interface Planned {
  before: Before;
  fields: (typeof batchFields)[number][];
  /** The new factors; used only if `factors` is among the changed fields. */
  component_ids: number[];
}

const MOST = 10_000;

export const siteBatchRoutes = handlers(siteBatch, {
  preview: async (ctx, { changes, ...chosen }) => {
    const { total, planned } = await planOf(ctx, chosen, changes);
    return {
      total,
      changed: planned.length,
      by_field: batchFields.flatMap((field) => {
        const count = planned.filter(({ fields }) => fields.includes(field)).length;
        return count > 0 ? { field, count } : [];
      }),
      lost: await lostFromSight(ctx, planned, changes),
      basis: basisOf(planned),
    };
  },

  run: async (ctx, { changes, basis, ...chosen }) => {
    const { total, planned } = await planOf(ctx, chosen, changes, true);
    if (basis !== basisOf(planned)) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    const ids = planned.map(({ before }) => before.site_id);
    const { factors: _factors, ...columns } = changes;
    const set = Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${identifier(column)} = ${value}`);
    // Also increments the version if only the factors change.
    await ctx.db.run(sql`
      update site set ${join([sql`version = version`, ...set])} where site_id = any(${ids})`);
    const lists = planned
      .filter(({ fields }) => fields.includes('factors'))
      .map(({ before, component_ids }) => ({
        site_id: before.site_id,
        factors: component_ids.map((component_id, at) => ({ component_id, sort: at + 1 })),
      }));
    await requireMayCorrect(ctx, lists);
    await storeFactorLists(ctx.db, lists);
    return { changed: planned.length, unchanged: total - planned.length };
  },
});

/** Hash of the changes that were previewed; differs if somebody changed a site since. */
function basisOf(planned: readonly Planned[]): string {
  return createHash('sha256').update(JSON.stringify(planned)).digest('base64url');
}

async function planOf(ctx: Ctx, chosen: Chosen, changes: BatchChanges, isLocked = false) {
  const ids = await chosenIds(ctx, chosen);
  if (isLocked)
    await ctx.db.run(sql`select 1 from site where site_id = any(${ids}) order by site_id for update`);
  const rows = await ctx.db.rows<Before>(sql`
    select s.site_id, s.project_id, s.product_id, s.agreement_id, s.interval_seconds,
           array(select d.component_id::integer from device_factor d where d.site_id = s.site_id
                  order by d.sort, d.component_id) as component_ids
      from site s where s.site_id = any(${ids}) order by s.site_id`);
  const templates = await templatesOf(ctx, changes);
  const planned = rows
    .map((before) => planFor(before, changes, templates))
    .filter(({ fields }) => fields.length > 0);
  return { total: rows.length, planned };
}

/** Given IDs must be visible to the user; a query finds only visible sites anyway. */
async function chosenIds(ctx: Ctx, { site_ids, query = {} }: Chosen): Promise<number[]> {
  if (site_ids) return (await namedSites(ctx, { site_ids })).map(({ site_id }) => site_id);
  const asked = parse(sites.list.input, { ...query, page_index: 1, page_size: 10 }) as ListQuery;
  const rows = await ctx.db.rows<{ site_id: number }>(sql`
    select site_id from (${await listRows(ctx, siteSource, asked)}) found limit ${MOST + 1}`);
  if (rows.length === 0) throw new Fault('no_data');
  if (rows.length > MOST)
    throw new Fault('parameter_error', { detail: 'too_many_rows', params: { max: MOST } });
  return rows.map(({ site_id }) => site_id);
}

type Templates = ReadonlyMap<number, number[]>;

async function templatesOf({ db }: Ctx, { factors }: BatchChanges): Promise<Templates> {
  if (factors?.how !== 'template') return new Map();
  const rows = await db.rows<{ product_id: number; component_ids: number[] }>(sql`
    select product_id, array_agg(component_id::integer order by sort, component_id) as component_ids
      from product_factor group by product_id`);
  return new Map(rows.map(({ product_id, component_ids }) => [product_id, component_ids]));
}

function planFor(before: Before, changes: BatchChanges, templates: Templates): Planned {
  const component_ids = factorsAfter(before, changes, templates);
  const fields = batchFields.filter((field) => {
    if (field === 'factors') return component_ids.join() !== before.component_ids.join();
    return changes[field] !== undefined && changes[field] !== before[field];
  });
  return { before, fields, component_ids };
}

function factorsAfter(
  { component_ids, product_id }: Before,
  changes: BatchChanges,
  templates: Templates,
): number[] {
  const { factors } = changes;
  if (!factors) return component_ids;
  const given = factors.component_ids;
  switch (factors.how) {
    case 'template':
      return templates.get(changes.product_id ?? product_id ?? 0) ?? component_ids;
    case 'add':
      return [...new Set([...component_ids, ...given])];
    case 'remove':
      return component_ids.filter((component_id) => !given.includes(component_id));
    case 'replace':
      return [...new Set(given)];
  }
}

/** The number of sites that the user will no longer see after the change of project. */
async function lostFromSight(
  { db, user }: Ctx,
  planned: readonly Planned[],
  { project_id }: BatchChanges,
): Promise<number> {
  if (user.sees_all_sites || project_id === undefined) return 0;
  const ids = planned
    .filter(({ fields }) => fields.includes('project_id'))
    .map(({ before }) => before.site_id);
  const row = await db.one<{ lost: number }>(sql`
    select count(*) as lost from site s
     where s.site_id = any(${ids}) and ${scope(user, sql`s.site_id`)}
       and not exists (select from held_project h where h.user_id = ${user.user_id} and h.project_id = ${project_id})
       and not exists (select from user_site u where u.user_id = ${user.user_id} and u.site_id = s.site_id)
       and not exists (select from group_site g join user_group_member m using (user_group_id)
                        where m.user_id = ${user.user_id} and g.site_id = s.site_id)
       and not exists (select from held_region h where h.user_id = ${user.user_id}
                          and h.region_code in (s.province_code, s.city_code, s.area_code))`);
  return row?.lost ?? 0;
}
