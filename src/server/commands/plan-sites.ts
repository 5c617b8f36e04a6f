import type { Edition } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type CommandKindName, commandKinds, type Wire } from '#shared/domain/command-kinds.ts';
import { type WireSpec, wiresOfSpecs } from '#shared/domain/command-wires.ts';
import type { PlanSite, WireFactor } from './plan.ts';

interface SiteRow {
  site_id: number;
  mn: string;
  agreement_id: number | null;
  edition: Edition;
  label: 'start' | 'end';
  minute_step: number;
}

/** Facts about sites for planning commands; only the given factors are read. */
export async function readPlanSites(
  db: Db,
  site_ids: readonly number[],
  component_ids: readonly number[],
): Promise<Map<number, PlanSite>> {
  const sites = await db.rows<SiteRow>(sql`
    select s.site_id, s.mn, s.agreement_id, coalesce(a.edition, '2017') as edition, coalesce(a.label, 'start') as label,
           coalesce(a.minute_step, 1) as minute_step
      from site s left join agreement a using (agreement_id) where s.site_id = any(${site_ids})`);
  const named = await db.rows<{ component_id: number; code_2017: string | null; code_2005: string | null }>(
    sql`select component_id, code_2017, code_2005 from component where component_id = any(${component_ids})`,
  );
  // If a factor has several codes, the shortest is the usual one; longer ones are for sums and the like.
  const own = await db.rows<{ agreement_id: number; component_id: number } & WireFactor>(sql`
    select distinct on (agreement_id, component_id) agreement_id, component_id, wire_code as code, scale, shift
      from agreement_code where component_id = any(${component_ids})
     order by agreement_id, component_id, length(wire_code), wire_code`);
  const ofProtocol = new Map<string, WireFactor>(
    own.map(({ agreement_id, component_id, ...factor }) => [`${agreement_id} ${component_id}`, factor]),
  );
  const national = (edition: Edition) =>
    named.flatMap(({ component_id, code_2017, code_2005 }): [number, WireFactor][] => {
      const code = edition === '2005' ? (code_2005 ?? code_2017) : (code_2017 ?? code_2005);
      return code ? [[component_id, { code, scale: 1, shift: 0 }]] : [];
    });
  const adapters = await readAdapters(db, sites);
  return new Map(
    sites.map(({ agreement_id, ...site }) => [
      site.site_id,
      {
        ...site,
        adapter: adapters.get(agreement_id ?? 0) ?? new Map(),
        factors: new Map([
          ...national(site.edition),
          ...named.flatMap(({ component_id }): [number, WireFactor][] => {
            const factor = ofProtocol.get(`${agreement_id} ${component_id}`);
            return factor ? [[component_id, factor]] : [];
          }),
        ]),
      },
    ]),
  );
}

/** Commands that protocols describe themselves, by protocol and kind. */
async function readAdapters(
  db: Db,
  sites: readonly Pick<SiteRow, 'agreement_id'>[],
): Promise<Map<number, Map<string, Wire[]>>> {
  const rows = await db.rows<{ agreement_id: number; kind: string; wires: WireSpec[] }>(sql`
    select agreement_id, kind, wires from agreement_command
     where agreement_id = any(${[...new Set(sites.map(({ agreement_id }) => agreement_id))]})`);
  const adapters = new Map<number, Map<string, Wire[]>>();
  for (const { agreement_id, kind, wires } of rows) {
    // Another version of the product may have known other kinds.
    if (!Object.hasOwn(commandKinds, kind)) continue;
    const adapter = adapters.get(agreement_id) ?? new Map<string, Wire[]>();
    adapter.set(kind, wiresOfSpecs(commandKinds[kind as CommandKindName], wires));
    adapters.set(agreement_id, adapter);
  }
  return adapters;
}
