import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { namedSites } from '#server/scope.ts';
import { Fault } from '#shared/faults.ts';

/** Fails unless all sites exist and the user sees them. */
export async function requireSites(ctx: Ctx, site_ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(site_ids)];
  const found = await namedSites(ctx, { site_ids: wanted });
  if (found.length < wanted.length) throw new Fault('no_data');
}

/** Fails with code 181 unless the user has the control lease of every site; the error names another holder. */
export async function requireControl({ db, user, now }: Ctx, site_ids: readonly number[]): Promise<void> {
  const closed = await db.rows<{ site_id: number; real_name: string | null }>(sql`
    select s.site_id, u.real_name
      from unnest(${[...new Set(site_ids)]}::integer[]) as s (site_id)
      left join control_lease h on h.site_id = s.site_id and h.until_at > ${now()}
      left join user_account u using (user_id)
     where h.user_id is distinct from ${user.user_id} order by s.site_id`);
  if (closed.length === 0) return;
  const holder = closed.find(({ real_name }) => real_name !== null)?.real_name;
  throw new Fault('control_off', {
    data: { site_ids: closed.slice(0, 100).map(({ site_id }) => site_id), total: closed.length },
    ...(holder && { detail: 'control_held', params: { name: holder } }),
  });
}
