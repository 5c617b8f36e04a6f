import { type Sql, sql } from '#server/db/sql.ts';

/** Factors of sites with the K and B of device and platform. Alias `d` is the factor, `s` the site. */
export const settableRows: Sql = sql`
  select d.site_id || '-' || d.component_id as row_id, d.site_id, s.site_name, s.mn, coalesce(l.online, false) as online,
         d.component_id, c.component_name, c.component_name_en, c.formula, c.unit,
         (k.value #>> '{}')::float8 as k, (b.value #>> '{}')::float8 as b, least(k.at, b.at) as at, k.source,
         d.k as platform_k, d.b as platform_b, d.sort, coalesce(p.place, 'device') as place, p.since as place_since
    from device_factor d
    join site s using (site_id)
    join component c using (component_id)
    left join link_state l using (site_id)
    left join correction_place p using (site_id)
    left join device_value k on k.site_id = d.site_id and k.component_id = d.component_id and k.item = 'kb.k'
    left join device_value b on b.site_id = d.site_id and b.component_id = d.component_id and b.item = 'kb.b'`;

export interface SettableRow {
  row_id: string;
  site_id: number;
  site_name: string;
  mn: string;
  online: boolean;
  component_id: number;
  component_name: string;
  component_name_en: string;
  formula: string;
  unit: string;
  k: number | null;
  b: number | null;
  place: 'device' | 'platform';
  platform_k: number;
  platform_b: number;
}
