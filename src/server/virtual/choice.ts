import { airFactors, mobileFactors, waterFactors } from '#server/model/factors.ts';

/** A configured factor of a site. */
export interface VirtualFactor {
  fid: number;
  /** The product's key of the factor. */
  key: string;
  category: string;
  decimals: number;
  range_min: number | null;
  range_max: number | null;
  averaging: 'mean' | 'circular' | 'last';
}

/** Simulated values depend on this, the factor and the time only. */
export interface VirtualSite {
  site_id: number;
  site_type: 'air' | 'water' | 'mobile';
  latitude: number | null;
  longitude: number | null;
  water_quality_type: 'river' | 'lake' | null;
  /** Its target class. */
  water_pollution_level: number | null;
  factors: readonly VirtualFactor[];
}

/** The factors of a site without configured ones: what stations of its kind usually measure. */
const usual: Record<VirtualSite['site_type'], readonly string[]> = {
  air: airFactors.map(({ key }) => key),
  mobile: mobileFactors.map(({ key }) => key),
  water: waterFactors.map(({ key }) => key),
};

export const usualKeys = [...new Set(Object.values(usual).flat())];

/** In the order of their numbers, like rows. Positions cannot be simulated. */
export function simulatedFactors(site: VirtualSite, known: readonly VirtualFactor[]): VirtualFactor[] {
  const hasPlace = site.latitude !== null && site.longitude !== null;
  const own =
    site.factors.length > 0
      ? site.factors
      : usual[site.site_type].flatMap((key) => known.find((factor) => factor.key === key) ?? []);
  return own.filter(({ category }) => category !== 'position' || hasPlace).toSorted((a, b) => a.fid - b.fid);
}
