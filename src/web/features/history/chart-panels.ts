import type { HistoryFactor, SiteCourse } from '#shared/contract/history.ts';
import type { MeasuredType } from '#shared/contract/readings.ts';
import { airLimit, type LimitPeriod, limitedItems, limitItemOfCode } from '#shared/domain/air-limits.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { startOfDay } from '#shared/domain/time.ts';
import type { ChartLimit, ChartLine, ChartPanel } from '#web/charts/time-chart-option.ts';
import type { ShortSite } from '#web/ui/site-tree.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** An hour of air stands where its name says it does: at its end. */
export function hourShift(data_type: MeasuredType, site_type: ShortSite['site_type']): number {
  return data_type === 'hour' && periodCustom(site_type) === 'end' ? hourMs : 0;
}

/** From one value to the next, at most. */
const stepMs: Readonly<Record<MeasuredType, number>> = {
  realtime: 60_000,
  minute: 60_000,
  hour: hourMs,
  day: dayMs,
  month: 31 * dayMs,
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
  data_type: MeasuredType;
  from: number;
  to: number;
  nameOf(factor: HistoryFactor): string;
  /** Several factors may have the same. */
  limitName(factors: string[], value: number): string;
}

/** One panel for each unit, its lines by factor and site. */
export function chartPanels(asked: Asked): ChartPanel[] {
  const units = [...new Set(asked.factors.map(({ unit }) => unit))];
  return units.map((unit) => {
    const factors = asked.factors.filter((factor) => factor.unit === unit);
    return {
      unit,
      lines: factors.flatMap((factor) => linesOf(asked, factor)),
      limits: asked.sites.some(({ site_type }) => site_type !== 'water') ? limitsOf(asked, factors) : [],
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

function lineName({ courses, factors, nameOf }: Asked, factor: HistoryFactor, site: ShortSite): string {
  if (courses.length <= 1) return nameOf(factor);
  return factors.length <= 1 ? site.site_name : `${site.site_name} ${nameOf(factor)}`;
}

/** Those that are the same of several factors are one mark. */
function limitsOf({ data_type, from, to, nameOf, limitName }: Asked, factors: HistoryFactor[]): ChartLimit[] {
  const marks = new Map<string, { names: string[]; limit: Limit }>();
  for (const factor of factors) {
    for (const limit of factorLimits(factor, data_type, from, to)) {
      const key = `${limit.value} ${limit.from}`;
      const names = [...(marks.get(key)?.names ?? []), nameOf(factor)];
      marks.set(key, { names, limit });
    }
  }
  return [...marks.values()].map(({ names, limit }) => ({ ...limit, name: limitName(names, limit.value) }));
}

type Limit = Omit<ChartLimit, 'name'>;

/** Limits of GB 3095, class 2, in the editions that hold during a time. */
export function factorLimits(
  { code_2017, derivation, unit }: Pick<HistoryFactor, 'code_2017' | 'derivation' | 'unit'>,
  data_type: MeasuredType,
  from: number,
  to: number,
): Limit[] {
  const item = code_2017 === null ? undefined : limitItemOfCode(code_2017);
  const period = limitPeriod(data_type, derivation);
  if (!item || !period || limitedItems[item].unit !== unit) return [];
  const limits: Limit[] = [];
  for (let start = from; start < to; start = startOfDay(new Date(start + dayMs)).getTime()) {
    const value = airLimit(airRulesAt(new Date(start)).limits, item, period);
    const end = Math.min(startOfDay(new Date(start + dayMs)).getTime(), to);
    const last = limits.at(-1);
    if (value === null) continue;
    if (last?.value === value) last.to = end;
    else limits.push({ value, from: start, to: end });
  }
  return limits;
}

function limitPeriod(
  data_type: MeasuredType,
  derivation: HistoryFactor['derivation'],
): LimitPeriod | undefined {
  if (data_type === 'hour') return '1h';
  if (data_type !== 'day') return undefined;
  if (derivation === null) return '24h';
  return derivation === 'max_8h' ? '8h' : '1h';
}
