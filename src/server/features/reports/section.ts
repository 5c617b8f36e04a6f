import { type WaterItem, waterItemOfCode, waterValues } from '#shared/domain/water-items.ts';
import { type WaterSection, waterSection } from '#shared/domain/water-section.ts';
import { waterTarget } from '#shared/domain/water-target.ts';
import type { ReportedFactor, ReportedSite } from './read.ts';

/** A figure that came, and whether it counts. */
export interface SectionFigure {
  value: number | null;
  counts: boolean;
}

export interface ReportedSection extends WaterSection {
  /** Items of the class that the site measures and that took no part in it. None where nothing came. */
  left_out: WaterItem[];
}

/** The class of water by these figures, parallel to the factors, where it is water. */
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
