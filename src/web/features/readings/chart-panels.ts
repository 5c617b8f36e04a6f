import type { HistoryFactor, SectionTarget, SiteCourse } from '#shared/contract/readings/history.ts';
import type { MeasuredType } from '#shared/contract/readings/readings.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import type { ChartLimit, ChartLine, ChartPanel } from '#web/charts/time-chart-option.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { factorLimits, type Limit, sectionLimits } from './limits.ts';

/** From one value to the next, at most. */
const stepMs: Readonly<Record<MeasuredType, number>> = {
  realtime: 60_000,
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  month: 31 * DAY_MS,
};

/** A part of the time with the values around it: lines come from somewhere and go on, and hours stand at their end. */
export function spanAround(
  data_type: MeasuredType,
  { from, to }: { from: number; to: number },
): { from: string; to: string } {
  const before = stepMs[data_type] + hourShift(data_type, 'air');
  return { from: new Date(from - before).toISOString(), to: new Date(to + stepMs[data_type]).toISOString() };
}

interface Asked {
  courses: readonly SiteCourse[];
  sites: readonly ShortSite[];
  factors: readonly HistoryFactor[];
  sections: readonly SectionTarget[];
  data_type: MeasuredType;
  from: number;
  to: number;
  nameOf(factor: HistoryFactor): string;
  limitSort(limit: Limit): string;
}

/** One panel for each unit, its lines by factor and site. */
export function chartPanels(asked: Asked): ChartPanel[] {
  const units = [...new Set(asked.factors.map(({ unit }) => unit))];
  return units.map((unit) => {
    const factors = asked.factors.filter((factor) => factor.unit === unit);
    return {
      unit,
      lines: factors.flatMap((factor) => linesOf(asked, factor)),
      limits: limitsOf(asked, factors),
    };
  });
}

function linesOf(asked: Asked, factor: HistoryFactor): ChartLine[] {
  return asked.courses.flatMap(({ site_id, times, ends, lines }) => {
    const site = asked.sites.find((one) => one.site_id === site_id);
    const line = lines.find(({ component_id }) => component_id === factor.component_id);
    if (!site || !line?.low.some((value) => value !== null)) return [];
    const shift = hourShift(asked.data_type, site.site_type);
    const shifted = (places: readonly number[]) =>
      shift === 0 ? places : places.map((time) => time + shift);
    const course = { ...line, times: shifted(times), ...(ends && { ends: shifted(ends) }) };
    return [{ name: lineName(asked, factor, site), decimals: factor.decimals, course }];
  });
}

/** By what was asked for: of two sites of which one is silent the other has to be named too. */
function lineName({ sites, factors, nameOf }: Asked, factor: HistoryFactor, site: ShortSite): string {
  if (sites.length <= 1) return nameOf(factor);
  return factors.length <= 1 ? site.site_name : `${site.site_name} ${nameOf(factor)}`;
}

/** Those that are the same of several factors or sections are one mark. */
function limitsOf(asked: Asked, factors: HistoryFactor[]): ChartLimit[] {
  const { sites, sections, data_type, from, to, nameOf, limitSort } = asked;
  const hasAir = sites.some(({ site_type }) => site_type !== 'water');
  const marks = new Map<string, { names: Set<string>; limit: Limit }>();
  for (const factor of factors) {
    const limits = [
      ...(hasAir ? factorLimits(factor, data_type, from, to) : []),
      ...sections.flatMap((section) => sectionLimits(section, factor, data_type, from, to)),
    ];
    for (const limit of limits) {
      const key = [limit.value, limit.from, limit.target, limit.sign].join(' ');
      const mark = marks.get(key) ?? { names: new Set(), limit };
      marks.set(key, { limit, names: mark.names.add(nameOf(factor)) });
    }
  }
  return [...marks.values()].map(({ names, limit }) => {
    const { value, from: start, to: end, sign } = limit;
    const bound = sign ? `${sign} ${value}` : `${value}`;
    return { value, from: start, to: end, sort: limitSort(limit), of: [...names].join(' '), bound };
  });
}
