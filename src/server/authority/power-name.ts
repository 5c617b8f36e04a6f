import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { Fault } from '#shared/faults.ts';

/** A refusal names the missing power as the role pages do: it may have been renamed. */
export async function withPowerName(db: Db, fault: Fault): Promise<Fault> {
  const power = fault.params?.power;
  if (fault.detail !== 'power_missing' || typeof power !== 'string') return fault;
  // Some calls work without the database; then the built-in name is used.
  const named = await db
    .one<{ power_name: string; power_name_en: string }>(
      sql`select power_name, power_name_en from power where power_code = ${power}`,
    )
    .catch(() => undefined);
  if (!named) return fault;
  const { fields, detail, params, data } = fault;
  const said = { detail, params: { ...params, ...named }, data };
  return new Fault(fault.fault, fields ? { ...said, fields } : said);
}
