import type * as z from 'zod';
import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { readCorrections } from '#server/ingest/corrections.ts';
import type { corrections } from '#shared/contract/control/corrections.ts';
import { correctionsAt, type SiteCorrections } from '#shared/domain/correction-versions.ts';
import { matrixProblems } from '#shared/domain/interference.ts';
import { Fault, type FieldProblem } from '#shared/faults.ts';
import { limitProblems } from './limits.ts';
import { stepsOf } from './recorrect.ts';

export type Item = z.output<typeof corrections.set.input>['items'][number];

export interface NewChange {
  site_id: number;
  items: readonly Item[];
  from: Date;
  to: Date | null;
  reason: string;
}

/** The requester and the approver. */
interface Agreed {
  created_by: number | null;
  created_by_name: string;
  approved_by_name: string;
}

/** Serializes the changes of a site across servers. */
export async function lockSite(db: Db, site_id: number): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('correction of a site'), ${site_id})`);
  const open = await db.one(sql`
    select from correction_change where site_id = ${site_id} and state in ('running', 'undoing') limit 1`);
  if (open) throw new Fault('edit_failed', { detail: 'correction_running' });
}

export async function requireSolvable(ctx: Ctx, { site_id, items, from }: NewChange): Promise<void> {
  const targets = items.map(({ component_id, k, b }) => ({
    site_id,
    params: { factor: component_id, k, b },
  }));
  const beyond = await limitProblems(ctx, 'kb_set', targets, true);
  const known = (await readCorrections(ctx.db, sql`replaced_by is null and site_id = ${site_id}`)).get(
    site_id,
  );
  const others = (known && correctionsAt(known, from.getTime())?.matrix) ?? [];
  const matrix = [
    ...items.flatMap(({ component_id, list }) => list.map((entry) => ({ component_id, ...entry }))),
    ...others.filter(({ component_id }) => !items.some((item) => item.component_id === component_id)),
  ];
  const fields: FieldProblem[] = [
    ...beyond.map((each) => ({ ...each, field: `items.${each.field.replace('.params.', '.')}` })),
    ...matrixProblems(matrix).map(({ component_id, problem }) => ({
      field: `items.${Math.max(
        0,
        items.findIndex((item) => item.component_id === component_id),
      )}.list`,
      problem,
    })),
  ];
  if (fields.length > 0) throw new Fault('parameter_error', { fields });
}

/**
 * Stores a change with its versions and, if it starts in the past, queues the job that corrects the stored values
 * again.
 */
export async function storeChange(
  ctx: Ctx,
  { site_id, items, from, to, reason }: NewChange,
  agreed: Agreed = {
    created_by: ctx.user.user_id,
    created_by_name: ctx.user.real_name,
    approved_by_name: '',
  },
): Promise<{ change_id: number; job_id: number | null }> {
  const { db, now } = ctx;
  const state = from < now() ? 'running' : 'done';
  const row = await db.one<{ change_id: number }>(sql`
    insert into correction_change
      (site_id, from_at, to_at, reason, created_by, created_by_name, approved_by_name, created_at, state)
    values (${site_id}, ${from}, ${to}, ${reason}, ${agreed.created_by}, ${agreed.created_by_name},
            ${agreed.approved_by_name}, ${now()}, ${state}) returning change_id`);
  const change_id = row?.change_id ?? 0;
  const component_ids = items.map(({ component_id }) => component_id);
  // At the end of the change the previous version applies again.
  if (to)
    await db.run(sql`
      insert into correction_version (site_id, component_id, from_at, k, b, list, change_id)
      select ${site_id}, f.component_id, ${to}, coalesce(v.k, 1), coalesce(v.b, 0), coalesce(v.list, '[]'), ${change_id}
        from unnest(${component_ids}::smallint[]) as f (component_id)
        left join lateral (select k, b, list from correction_version v
                            where v.site_id = ${site_id} and v.component_id = f.component_id and v.replaced_by is null
                              and v.from_at <= ${to} order by v.from_at desc limit 1) v on true
      on conflict (site_id, component_id, from_at) where replaced_by is null do nothing`);
  await db.run(sql`
    update correction_version set replaced_by = ${change_id}
     where site_id = ${site_id} and component_id = any(${component_ids}) and replaced_by is null and from_at >= ${from}
       and (${to}::timestamptz is null or from_at < ${to}::timestamptz)`);
  await db.run(sql`
    insert into correction_version (site_id, component_id, from_at, k, b, list, change_id)
    select ${site_id}, component_id, ${from}, k, b, list, ${change_id}
      from jsonb_to_recordset(${json(items)}) as x (component_id smallint, k float8, b float8, list jsonb)`);
  await keepForm(ctx, site_id);
  const job_id = state === 'running' ? await askJob(ctx, change_id, stepsOf(from, to ?? now())) : null;
  return { change_id, job_id };
}

/** Updates the K and B in the site's factors to the current version. */
export async function keepForm({ db, now }: Ctx, site_id: number): Promise<void> {
  await db.run(sql`select set_config('lanjing.correcting', 'on', true)`);
  await db.run(sql`
    update device_factor d set k = coalesce(v.k, 1), b = coalesce(v.b, 0)
      from device_factor f
      left join lateral (select k, b from correction_version v
                          where v.site_id = f.site_id and v.component_id = f.component_id and v.replaced_by is null
                            and v.from_at <= ${now()} order by v.from_at desc limit 1) v on true
     where f.site_id = ${site_id} and (d.site_id, d.component_id) = (f.site_id, f.component_id)
       and (d.k, d.b) is distinct from (coalesce(v.k, 1), coalesce(v.b, 0))`);
  await db.run(sql`select set_config('lanjing.correcting', 'off', true)`);
}

export function askJob({ jobs, db, user }: Ctx, change_id: number, total: number): Promise<number> {
  return jobs.reserve(db, {
    ...{ user_id: user.user_id, kind: 'recorrect', title: `#${change_id}` },
    ...{ params: { change_id }, total },
  });
}

/** The versions that would result from these items in the given period. */
export function withItems(
  known: SiteCorrections,
  items: readonly Item[],
  from: number,
  to: number,
): SiteCorrections {
  const changed = new Map(known);
  for (const { component_id, k, b, list } of items) {
    const versions = known.get(component_id) ?? [];
    const after = versions.findLast((version) => version.from <= to) ?? { k: 1, b: 0, list: [] };
    changed.set(component_id, [
      ...versions.filter((version) => version.from < from),
      { from, k, b, list },
      ...(Number.isFinite(to) ? [{ ...after, from: to }] : []),
      ...versions.filter((version) => version.from > to),
    ]);
  }
  return changed;
}
