import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { requireSeesAll, siteCount } from '#server/scope.ts';
import { type AgreementCode, agreements, dataTypes } from '#shared/contract/site-config/agreements.ts';

export const agreementRoutes = [
  ...crud(agreements, {
    shows: {
      codes: sql`coalesce((select jsonb_agg(to_jsonb(c) - 'agreement_id' order by c.wire_code)
                             from agreement_code c where c.agreement_id = t.agreement_id), '[]')`,
      site_count: siteCount(sql`s.agreement_id = t.agreement_id`),
    },
    sort: sql`agreement_id`,
    beforeSave: async (ctx, fields, before) => {
      if (before) await requireSeesAll(ctx, sql`s.agreement_id = ${before.agreement_id}`);
      return fields;
    },
    parts: { codes: storeCodes },
  }),
  ...crud(dataTypes, { sort: sql`cn` }),
];

/** Writes only the differences, so that the audit log shows what changed. */
async function storeCodes(db: Db, agreement_id: number, codes: AgreementCode[]): Promise<void> {
  await db.run(sql`
    delete from agreement_code
     where agreement_id = ${agreement_id} and wire_code <> all(${codes.map(({ wire_code }) => wire_code)})`);
  await db.run(sql`
    insert into agreement_code as t (agreement_id, wire_code, component_id, scale, shift)
    select ${agreement_id}, wire_code, component_id, scale, shift
      from jsonb_to_recordset(${json(codes)})
        as c (wire_code text, component_id smallint, scale double precision, shift double precision)
    on conflict (agreement_id, wire_code) do update
      set component_id = excluded.component_id, scale = excluded.scale, shift = excluded.shift
    where (t.component_id, t.scale, t.shift) is distinct from (excluded.component_id, excluded.scale, excluded.shift)`);
}
