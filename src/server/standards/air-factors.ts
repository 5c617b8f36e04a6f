import type { Db } from '#server/db/pool.ts';
import { prepared, type Sql, sql } from '#server/db/sql.ts';
import type { Derivation } from '#server/series/derived.ts';
import { type Pollutant, pollutantFacts, pollutants } from '#shared/domain/pollutants.ts';

/** A factor of the air quality index, and the unit that its values are stored in. */
export interface AirFactor {
  fid: number;
  pollutant: Pollutant;
  unit: string;
  derivation: Derivation | null;
}

/** The six pollutants, and the factors that ozone days are assessed by. */
export function readAirFactors(db: Db): Promise<AirFactor[]> {
  const codes = pollutants.map((pollutant) => pollutantFacts[pollutant].code);
  return db.rows<AirFactor>(
    prepared(sql`select c.component_id as fid, p.pollutant, c.unit, c.derivation
            from unnest(${[...pollutants]}::text[], ${codes}::text[]) as p (pollutant, code)
            join component o on o.code_2017 = p.code
            join component c on coalesce(c.derived_from, c.component_id) = o.component_id`),
  );
}

export interface AirSiteFacts {
  site_id: number;
  site_name: string;
  mn: string;
  site_type: string;
  city_code: string | null;
  virtual_data: boolean;
  /** Pollutants that it does not measure and need not: marked `/`, and do not withhold the index. */
  exempt: Pollutant[];
}

/** A site with the numbers of its configured factors as one text; null if none are configured. */
export type SiteSetup = Omit<AirSiteFacts, 'exempt'> & { fids: string | null };

/** The sites (alias `s`) that match, unordered: sorting by name costs more than reading them. */
export function siteSetups(db: Db, which: Sql): Promise<SiteSetup[]> {
  return db.rows<SiteSetup>(
    prepared(sql`
      select s.site_id, s.site_name, s.mn, s.site_type, s.city_code, s.virtual_data,
             (select string_agg(d.component_id::text, ' ') from device_factor d where d.site_id = s.site_id) as fids
        from site s where ${which}`),
  );
}

export function siteFacts(factors: readonly AirFactor[], sites: readonly SiteSetup[]): AirSiteFacts[] {
  const measured = factors.flatMap(({ fid, pollutant, derivation }) =>
    derivation === null ? [{ fid: String(fid), pollutant }] : [],
  );
  return sites.map(({ fids, ...site }) => {
    // A site without configured factors may measure any of them.
    const own = fids?.split(' ');
    const lacking = own ? measured.filter(({ fid }) => !own.includes(fid)) : [];
    return { ...site, exempt: lacking.map(({ pollutant }) => pollutant) };
  });
}

/** The exempt items of each site. */
export function exemptOf(sites: readonly AirSiteFacts[]): (site_id: number) => readonly Pollutant[] {
  const exempt = new Map(sites.map(({ site_id, exempt }) => [site_id, exempt]));
  return (site_id) => exempt.get(site_id) ?? [];
}
