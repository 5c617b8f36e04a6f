import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { notify, sayInBoth } from '#server/messages/notify.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';

interface GivenUp {
  site_id: number;
  site_name: string;
  user_id: number | null;
  missing: number;
  gaps: number;
}

/**
 * Tells the person who started it which gaps were given up: once per device, when none of its requests is under way,
 * and only if they may still see the site. In both languages, because theirs is unknown.
 */
export function tellOfGivenUp(app: Pick<App, 'pool' | 'now' | 'settings'>): Promise<number> {
  return app.pool.tx({}, async (db) => {
    const rows = await db.rows<GivenUp>(sql`
      with told as (
        update resupply_gap g set told = true
         where g.state in ('absent', 'gave_up') and not g.told
           and not exists (select from resupply_gap o where o.site_id = g.site_id and o.state = 'requested')
        returning site_id, missing)
      select t.site_id, s.site_name, u.user_id, sum(t.missing) as missing, count(*) as gaps
        from told t join site s using (site_id)
        left join auto_resupply a using (site_id)
        left join user_account u on u.user_id = a.user_id
             and (u.role_id = ${SUPER_ROLE} or exists (select from role r where r.role_id = u.role_id and r.sees_all_sites)
                  or exists (select from visible_site v where v.user_id = u.user_id and v.site_id = t.site_id))
       group by t.site_id, s.site_name, u.user_id order by t.site_id`);
    for (const { user_id, site_name, missing, gaps } of rows) {
      if (user_id === null) continue;
      const slots = { site: site_name, missing: String(missing), gaps: String(gaps) };
      const keys = { subject: 'autoResupply.told_subject', body: 'autoResupply.told_body' };
      await notify(app, db, [user_id], { kind: 'platform', ...sayInBoth(keys, slots) });
    }
    return rows.length;
  });
}
