import { type WaterItem, waterItemOfCode, waterValues } from '#shared/domain/water-items.ts';
import { type WaterSection, waterSection } from '#shared/domain/water-section.ts';
import { waterTarget } from '#shared/domain/water-target.ts';
import type { ReportedFactor, ReportedSite } from './read.ts';

export interface SectionFigure {
  value: number | null;
  counts: boolean;
}

export interface ReportedSection extends WaterSection {
  /** Measured items of the class that were not valid; empty if there is no data. */
  left_out: WaterItem[];
}

/** The water class from figures parallel to the factors; undefined for air sites. */
export function sectionOf(
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  figures: readonly SectionFigure[],
): ReportedSection | undefined {
  if (site.site_type !== 'water') return undefined;
  const { body } = waterTarget(site);
  const readings = factors.flatMap(({ code, unit }, i) => {
    const { value = null, counts = false } = figures[i] ?? {};
    return code ? [{ code, unit, item: waterItemOfCode(code, body), value, counts }] : [];
  });
  const counted = readings.map(({ value, counts, ...each }) => ({ ...each, value: counts ? value : null }));
  const section = waterSection(waterValues(body, counted), site.choice);
  const isIn = (item: WaterItem) => section.items.some((judged) => judged.item === item);
  const hasCome = readings.some(({ item, value }) => item !== undefined && value !== null);
  const measured = new Set(readings.map(({ item }) => item));
  return {
    ...section,
    left_out: hasCome ? site.choice.items.filter((item) => measured.has(item) && !isIn(item)) : [],
  };
}
