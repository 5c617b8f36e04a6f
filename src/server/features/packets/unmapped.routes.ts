import { sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import { scope } from '#server/scope.ts';
import { unmappedCodes } from '#shared/contract/packets/packets.ts';

/** Suffixes that a mapped code resolves; other suffixes are listed even if the code is mapped. */
const VALUES = ['rtd', 'avg', 'min', 'max', 'cou', 'zsRtd', 'zsAvg', 'zsMin', 'zsMax', 'flag', ''];

export const unmappedRoutes = [
  list(unmappedCodes, {
    select: ({ user }) => sql`
      select u.site_id || ' ' || u.wire_code || ' ' || u.suffix as code_key, u.wire_code, u.suffix, u.value, u.count,
             u.seen_at, u.site_id, s.site_name, s.mn, s.agreement_id, a.agreement_name
        from unmapped_code u
        join site s using (site_id)
        left join agreement a using (agreement_id)
       where ${scope(user, sql`u.site_id`)}
         and not (u.suffix = any(${VALUES})
                  and (exists (select 1 from component c where u.wire_code in (c.code_2017, c.code_2005))
                       or exists (select 1 from agreement_code m
                                   where m.agreement_id = s.agreement_id and m.wire_code = u.wire_code)))`,
    sort: sql`seen_at desc, code_key`,
  }),
];
