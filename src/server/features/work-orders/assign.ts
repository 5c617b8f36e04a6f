import type { Ctx } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { onDuty } from '#server/duty/on-duty.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import type { orderActions } from '#shared/contract/work-orders/orders.ts';
import { distanceKm } from '#shared/domain/interpolation.ts';
import { Fault } from '#shared/faults.ts';

type Wanted = Pick<ParsedOf<typeof orderActions.assign>, 'assign' | 'assignee_id' | 'user_group_id'>;

export interface Assigned {
  assignee_id: number | null;
  user_group_id: number | null;
}

type Asking = Pick<Ctx, 'db'>;

function refuse(field: string, problem: string): never {
  throw new Fault('parameter_error', { fields: [{ field, problem }] });
}

/** The assignee of an order. If nobody in the group is available, the group itself gets it. */
export async function assigned(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { assign, assignee_id, user_group_id }: Wanted,
  order: { site_id: number | null; type_group_id: number | null },
): Promise<Assigned> {
  if (assign === 'nobody') return { assignee_id: null, user_group_id: user_group_id ?? order.type_group_id };
  if (assign === 'person') {
    if (assignee_id === undefined) refuse('assignee_id', 'required');
    await requireWorker(ctx, assignee_id, order.site_id);
    return { assignee_id, user_group_id: user_group_id ?? null };
  }
  const group = user_group_id ?? order.type_group_id;
  if (group === null) refuse('user_group_id', 'required');
  const there = await ctx.db.run(sql`select from user_group where user_group_id = ${group}`);
  if (there === 0) refuse('user_group_id', 'unknown_value');
  if (assign === 'group') return { assignee_id: null, user_group_id: group };
  const people = await workersOf(ctx, group, order.site_id);
  if (assign === 'nearest') {
    return { assignee_id: await nearest(ctx, people, order.site_id), user_group_id: group };
  }
  const now = (await onDuty(ctx.db, [group], ctx.now())).map(({ user_id }) => user_id);
  return { assignee_id: now.find((one) => people.includes(one)) ?? null, user_group_id: group };
}

/** The assignee must be able to see the site. */
const canWork = (site_id: number | null | Sql) => sql`u.status = 'normal' and (
  ${site_id}::integer is null or u.role_id = 0 or r.sees_all_sites
  or exists (select from visible_site v where v.user_id = u.user_id and v.site_id = ${site_id}))`;

export async function requireWorker({ db }: Asking, user_id: number, site_id: number | null): Promise<void> {
  const found = await db.one<{ can: boolean }>(sql`
    select ${canWork(site_id)} as can from user_account u join role r using (role_id) where u.user_id = ${user_id}`);
  if (!found) refuse('assignee_id', 'unknown_value');
  if (!found.can) refuse('assignee_id', 'sees_not_site');
}

/** Mentioned users must exist and be able to read the order. */
export async function requireReaders(
  { db }: Asking,
  user_ids: readonly number[],
  order_id: number,
): Promise<void> {
  if (user_ids.length === 0) return;
  const rows = await db.rows<{ user_id: number; can: boolean }>(sql`
    select u.user_id, ${canWork(sql`o.site_id`)} as can
      from work_order o, user_account u join role r using (role_id)
     where o.order_id = ${order_id} and u.user_id = any(${[...user_ids]}) and u.status = 'normal'`);
  const found = new Map(rows.map(({ user_id, can }) => [user_id, can]));
  const fields = user_ids.flatMap((user_id, at) => {
    const problem = found.has(user_id) ? 'sees_not_site' : 'unknown_value';
    return found.get(user_id) ? [] : [{ field: `mentions.${at}`, problem }];
  });
  if (fields.length > 0) throw new Fault('parameter_error', { fields });
}

async function workersOf({ db }: Asking, group: number, site_id: number | null): Promise<number[]> {
  const rows = await db.rows<{ user_id: number }>(sql`
    select u.user_id from user_group_member m join user_account u using (user_id) join role r using (role_id)
     where m.user_group_id = ${group} and ${canWork(site_id)} order by u.user_id`);
  return rows.map(({ user_id }) => user_id);
}

interface Place {
  user_id: number;
  longitude: number;
  latitude: number;
}

/** A user's position is the last site where they accepted an order. */
async function nearest({ db }: Asking, user_ids: number[], site_id: number | null): Promise<number | null> {
  const site = await db.one<Omit<Place, 'user_id'>>(
    sql`select longitude, latitude from site where site_id = ${site_id} and longitude is not null`,
  );
  if (!site) return null;
  const places = await db.rows<Place>(sql`
    select distinct on (o.assignee_id) o.assignee_id as user_id, s.longitude, s.latitude
      from work_order o join site s using (site_id)
     where o.assignee_id = any(${user_ids}) and s.longitude is not null and o.accepted_at is not null
     order by o.assignee_id, greatest(o.accepted_at, o.started_at, o.done_at) desc`);
  const far = ({ longitude, latitude }: Place) =>
    distanceKm(site.longitude, site.latitude, longitude, latitude);
  return places.toSorted((a, b) => far(a) - far(b))[0]?.user_id ?? null;
}
