import { identifier, type Sql, sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import { scope } from '#server/scope.ts';
import { deviceLogs } from '#shared/contract/sites/device-logs.ts';

export const deviceLogRoutes = [
  list(deviceLogs, {
    select: ({ user }) => sql`
      select d.log_id, d.site_id, s.site_name, s.mn, d.ts, d.kind, d.target, d.info, d.value, d.received_at,
             ${factorName(sql`component_name`)} as target_name, ${factorName(sql`component_name_en`)} as target_name_en,
             coalesce((select a.edition from agreement a where a.agreement_id = s.agreement_id), '2017') as edition
        from device_log d join site s using (site_id)
       where ${scope(user, sql`s.site_id`)}`,
    filters: { mn: whole('mn'), target: whole('target'), info: whole('info') },
    sort: sql`ts desc, log_id desc`,
  }),
];

/** Resolves the target's code to a factor, by the site's protocol or the national standard. */
function factorName(column: Sql): Sql {
  return sql`(
    select c.${column}
      from component c
      left join agreement_code m
        on m.component_id = c.component_id and m.agreement_id = s.agreement_id and m.wire_code = d.target
     where d.target in (m.wire_code, c.code_2017, c.code_2005)
     order by m.wire_code, c.code_2017 <> d.target limit 1)`;
}

function whole(column: string) {
  return (text: string) => sql`${identifier(column)} = ${text}`;
}
