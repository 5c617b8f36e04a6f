import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import type { Coefficient } from '#shared/domain/interference.ts';
import type { Kb } from '#shared/domain/kb.ts';

export interface KnownMatrix {
  coefficients: Coefficient[];
  /** By factor: when it was read back, or written without reading back. */
  rows: Map<number, { at: string; source: 'read' | 'written' }>;
}

/** Last known interference coefficients of devices, by site. */
export async function knownMatrices(
  { db }: Pick<Ctx, 'db'>,
  site_ids: readonly number[],
): Promise<Map<number, KnownMatrix>> {
  const rows = await db.rows<{
    site_id: number;
    component_id: number;
    value: { other: unknown; c: unknown }[];
    at: string;
    source: 'read' | 'written';
  }>(sql`
    select site_id, component_id, value, at, source from device_value
     where site_id = any(${site_ids}) and item = 'kcc.list' and component_id is not null
     order by site_id, component_id`);
  const matrices = new Map<number, KnownMatrix>();
  for (const { site_id, component_id, value, at, source } of rows) {
    const matrix: KnownMatrix = matrices.get(site_id) ?? { coefficients: [], rows: new Map() };
    matrix.rows.set(component_id, { at, source });
    // A code without a factor is stored as text.
    for (const { other, c } of value)
      if (typeof other === 'number' && typeof c === 'number' && c !== 0)
        matrix.coefficients.push({ component_id, other, c });
    matrices.set(site_id, matrix);
  }
  return matrices;
}

/** Last known K and B of a device, by factor. */
export async function knownKbs(
  { db }: Pick<Ctx, 'db'>,
  site_id: number,
  component_ids: readonly number[],
): Promise<Map<number, Kb>> {
  const rows = await db.rows<{ component_id: number; k: number; b: number }>(sql`
    select k.component_id, (k.value #>> '{}')::float8 as k, (b.value #>> '{}')::float8 as b
      from device_value k join device_value b using (site_id, component_id)
     where k.site_id = ${site_id} and k.component_id = any(${component_ids}) and k.item = 'kb.k' and b.item = 'kb.b'`);
  return new Map(rows.map(({ component_id, k, b }) => [component_id, { k, b }]));
}
