import type { Ctx } from '#server/http/ctx.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { reports, SiteReport, WhyClassItem } from '#shared/contract/reports.ts';
import { compositeWaterIndex, waterIndex } from '#shared/domain/water-index.ts';
import {
  limitedClasses,
  shownBounds,
  type WaterBody,
  type WaterItem,
  waterFacts,
  waterItemOfCode,
  waterValues,
} from '#shared/domain/water-items.ts';
import { type SectionChoice, type WaterSection, waterSection } from '#shared/domain/water-section.ts';
import { waterTarget } from '#shared/domain/water-target.ts';
import { Fault } from '#shared/faults.ts';
import { askedPeriod, buildReport } from './build.ts';
import { type ReportedFactor, reportedFactors } from './read.ts';
import { askedSite, shownSite } from './why.ts';

/** National code of the water's temperature, which decides how much oxygen it can hold. */
const TEMPERATURE = 'w01010';

/** Why water has this class in a report: every item that it is judged by, and those that are left out. */
export async function reportClassWhy(
  ctx: Ctx,
  { site_id, kind, date, ts }: ParsedOf<typeof reports.classWhy>,
): Promise<AnswerOf<typeof reports.classWhy>> {
  const site = await askedSite(ctx, site_id);
  const { sites } = await buildReport(ctx, kind, [site_id], askedPeriod(kind, date));
  const factors = new Map((await reportedFactors(ctx.db)).map((factor) => [factor.component_id, factor]));
  const [own] = sites;
  if (!own || site.site_type !== 'water') throw new Fault('no_data');
  const { body, target } = waterTarget(site);
  const measured = valuesOf(own, ts).flatMap((value) => {
    const factor = factors.get(value.component_id);
    return factor?.code ? [{ ...value, code: factor.code, unit: factor.unit, factor }] : [];
  });
  const counting = measured.map(({ valid, value, ...each }) => ({ ...each, value: valid ? value : null }));
  const values = waterValues(body, counting);
  const section = waterSection(values, site.choice);
  const temperature = counting.find(({ code }) => code === TEMPERATURE)?.value ?? null;
  return {
    site: shownSite(site),
    body,
    class: section.class,
    target,
    composite: compositeWaterIndex(values, site.choice.items),
    items: measured.flatMap(({ factor, value, valid }) => {
      const item = itemOf(body, factor, value, valid, section, site.choice);
      if (!item) return [];
      const known = item.left_out ? undefined : values[item.item as WaterItem];
      const index =
        known === undefined ? null : waterIndex(item.item as WaterItem, known, target, temperature);
      return [{ ...item, index }];
    }),
  };
}

/** What stands in a line, or under all of them. */
function valuesOf(site: SiteReport, ts: string | null) {
  const line = ts ? site.lines.find((each) => Date.parse(each.ts) === Date.parse(ts)) : undefined;
  if (ts && !line) throw new Fault('no_data');
  return site.component_ids.map((component_id, i) => ({
    component_id,
    value: (line ? line.values[i] : site.summary[i]?.mean) ?? null,
    valid: line ? line.valid[i] === true : true,
  }));
}

/** None of what the standard does not limit in such water. */
function itemOf(
  body: WaterBody,
  { component_id, code, unit }: ReportedFactor,
  value: number | null,
  valid: boolean,
  section: WaterSection,
  { items, apart }: SectionChoice,
): Omit<WhyClassItem, 'index'> | undefined {
  const item = code ? waterItemOfCode(code, body) : undefined;
  if (!code || !item) return undefined;
  const inItsUnit = waterValues(body, [{ code, value, unit }])[item] ?? null;
  const isKnown = inItsUnit !== null && valid;
  const judged = [...section.items, ...section.apart].find((each) => each.item === item);
  return {
    component_id,
    item,
    value: inItsUnit,
    unit: waterFacts[item].unit ?? 'mg/L',
    class: isKnown ? (judged?.class ?? null) : null,
    multiple: isKnown ? (judged?.multiple ?? null) : null,
    bounds: limitedClasses.map((each) => shownBounds(waterFacts[item].bounds[each])),
    role: items.includes(item) ? 'counts' : apart.includes(item) ? 'apart' : 'none',
    left_out: isKnown ? null : value === null ? 'missing' : 'few',
  };
}
