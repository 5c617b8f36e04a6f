import type { Ctx } from '#server/app.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { reports, WhyClassItem } from '#shared/contract/reports/reports.ts';
import { isRunning } from '#shared/domain/buckets.ts';
import { lineLevel, type ReportKind, type ReportPeriod } from '#shared/domain/report-period.ts';
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
import { askedPeriod, isRunningPeriod, type SiteFigures, siteFiguresOf, wholeFigure } from './build.ts';
import type { ReportedFactor } from './read.ts';
import type { SectionFigure } from './section.ts';
import { askedSite, shownSite } from './why.ts';

/** National code of the water temperature, which determines oxygen saturation. */
const TEMPERATURE = 'w01010';

/** Explains the water class in a report: each item that counts, and those left out. */
export async function reportClassWhy(
  ctx: Ctx,
  { site_id, kind, date, ts }: ParsedOf<typeof reports.classWhy>,
): Promise<AnswerOf<typeof reports.classWhy>> {
  const site = await askedSite(ctx, site_id);
  if (site.site_type !== 'water') throw new Fault('no_data');
  const period = askedPeriod(kind, date);
  const figures = await siteFiguresOf(ctx, kind, site, period);
  const { body, target } = waterTarget(site);
  const measured = figuresAt(figures, period, ts).flatMap(({ factor, ...figure }) =>
    factor.code ? [{ ...figure, code: factor.code, unit: factor.unit, factor }] : [],
  );
  const valuesBy = (of: (figure: (typeof measured)[number]) => number | null) =>
    waterValues(
      body,
      measured.map((each) => ({ ...each, value: each.counts ? of(each) : null })),
    );
  const values = valuesBy(({ value }) => value);
  const section = waterSection(values, site.choice);
  const temperature = measured.find(({ code, counts }) => code === TEMPERATURE && counts)?.exact ?? null;
  const items = measured.map(({ code }) => waterItemOfCode(code, body));
  return {
    site: shownSite(site),
    body,
    class: section.class,
    target,
    // The composite index has no limit, so it uses unrounded means; an item's index shows compliance and uses rounded
    // ones.
    composite: compositeWaterIndex(
      valuesBy(({ exact }) => exact),
      site.choice.items,
    ),
    unmeasured: site.choice.items.filter((item) => !items.includes(item)),
    running: isRunningAt(kind, period, ts, ctx.now()),
    water_needs: site.water ?? null,
    items: measured.flatMap(({ factor, value, counts }) => {
      const item = itemOf(body, factor, value, counts, section, site.choice);
      if (!item) return [];
      const known = item.left_out ? undefined : values[item.item as WaterItem];
      const index =
        known === undefined ? null : waterIndex(item.item as WaterItem, known, target, temperature);
      return [{ ...item, index }];
    }),
  };
}

interface FactorFigure extends SectionFigure {
  factor: ReportedFactor;
  /** Unrounded. */
  exact: number | null;
}

/** The figures of a line, or of the summary if `ts` is null. */
function figuresAt(
  { own, table, summary }: SiteFigures,
  { lines }: ReportPeriod,
  ts: string | null,
): FactorFigure[] {
  const line = table[lines.findIndex((at) => at.getTime() === Date.parse(ts ?? ''))];
  if (ts && !line) throw new Fault('no_data');
  return own.flatMap((factor, i): FactorFigure[] => {
    const [value, whole] = [line?.[i], summary[i]];
    if (value) return [{ factor, value: value.value, exact: value.exact, counts: value.valid }];
    return whole && !line ? [{ factor, ...wholeFigure(whole), exact: whole.exact }] : [];
  });
}

function isRunningAt(kind: ReportKind, period: ReportPeriod, ts: string | null, now: Date): boolean {
  return ts ? isRunning(lineLevel[kind], new Date(ts), now) : isRunningPeriod(period, now);
}

/** Undefined if GB 3838 has no limit for the factor in this kind of water. */
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
