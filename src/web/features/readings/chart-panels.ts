import type { HistoryFactor, SectionTarget, SiteCourse } from '#shared/contract/readings/history.ts';
import type { MeasuredType } from '#shared/contract/readings/readings.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { yearBefore } from '#shared/domain/time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import type { ChartLimit, ChartLine, ChartPanel } from '#web/charts/time-chart-option.ts';
import { factorLimits, type Limit, sectionLimits } from '#web/widgets/limits.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';

/** Longest interval between values. */
const stepMs: Readonly<Record<MeasuredType, number>> = {
  realtime: MINUTE_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  month: 31 * DAY_MS,
};

/**
 * Extends the range by one value on each side, so that lines continue to the edges; allows for hours drawn at their
 * end.
 */
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
  /** Courses of an earlier time, overlaid for comparison. */
  past?: Past | undefined;
}

export interface Past {
  courses: readonly SiteCourse[];
  /** Offset to the current time range. */
  shiftMs: number;
  nameOf(line: string): string;
}

/** One panel per unit, with a line per factor and site. */
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

/** Several sites: colours are sites, strokes are factors. One site: colours are factors. */
function styleOf({ sites, factors }: Asked, factor: HistoryFactor, site: ShortSite) {
  const place = factors.indexOf(factor);
  return sites.length > 1 ? { colour: sites.indexOf(site), dash: place } : { colour: place, dash: 0 };
}

function linesOf(asked: Asked, factor: HistoryFactor): ChartLine[] {
  const now = coursesOf(asked, factor, asked.courses, 0);
  const { past } = asked;
  if (!past) return now;
  const then = coursesOf(asked, factor, past.courses, past.shiftMs).map((line) => ({
    ...line,
    name: past.nameOf(line.name),
    quiet: true,
    dash: (line.dash ?? 0) + 2,
  }));
  return [...now, ...then];
}

function coursesOf(
  asked: Asked,
  factor: HistoryFactor,
  courses: readonly SiteCourse[],
  laterMs: number,
): ChartLine[] {
  return courses.flatMap(({ site_id, times, ends, lines }) => {
    const site = asked.sites.find((one) => one.site_id === site_id);
    const line = lines.find(({ component_id }) => component_id === factor.component_id);
    if (!site || !line?.low.some((value) => value !== null)) return [];
    const shift = hourShift(asked.data_type, site.site_type) + laterMs;
    const shifted = (places: readonly number[]) =>
      shift === 0 ? places : places.map((time) => time + shift);
    const course = { ...line, times: shifted(times), ...(ends && { ends: shifted(ends) }) };
    const style = styleOf(asked, factor, site);
    return [{ name: lineName(asked, factor, site), decimals: factor.decimals, course, ...style }];
  });
}

/** Based on the query, not on the data: the name contains the site even if another site has no data. */
function lineName({ sites, factors, nameOf }: Asked, factor: HistoryFactor, site: ShortSite): string {
  if (sites.length <= 1) return nameOf(factor);
  return factors.length <= 1 ? site.site_name : `${site.site_name} ${nameOf(factor)}`;
}

/** Merges equal limits of several factors or sections. */
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

/** Time range to compare with: immediately before, or a year earlier. */
export function pastSpan(
  comparison: 'before' | 'year',
  { from, to }: { from: number; to: number },
): { from: number; to: number; shiftMs: number } {
  const shiftMs = comparison === 'before' ? to - from : from - yearBefore(new Date(from)).getTime();
  return { from: from - shiftMs, to: to - shiftMs, shiftMs };
}
