import type { Report, ReportLine, ReportSummary, SiteReport } from '#shared/contract/reports/reports.ts';
import type { Say } from '#shared/i18n/say.ts';
import { aqiBands } from './aqi-bands.ts';
import { printedFormula } from './formula.ts';
import type { Language } from './language.ts';
import { periodCustom } from './period-name.ts';
import { type Pollutant, pollutantFacts } from './pollutants.ts';
import type { ReportKind } from './report-period.ts';
import { roundHalfEven } from './rounding.ts';
import { overRate } from './statistics.ts';

interface NamedFactor {
  component_name: string;
  component_name_en: string;
  formula: string;
}

/** The formula if it is clear, otherwise the name: N alone could mean anything. */
export function shortFactorName(factor: NamedFactor, language: Language): string {
  if (factor.formula.length > 1) return printedFormula(factor.formula);
  return (language === 'en' && factor.component_name_en) || factor.component_name;
}

/** Rows of statistics below the lines of each factor. */
export const summaryKeys = ['mean', 'max', 'min', 'valid', 'completeness', 'over', 'over_rate'] as const;
export type SummaryKey = (typeof summaryKeys)[number];

/** Those that are values, not counts. */
export function isFigure(key: SummaryKey): key is 'mean' | 'max' | 'min' {
  return key === 'mean' || key === 'max' || key === 'min';
}

export type CountKey = Exclude<SummaryKey, 'mean' | 'max' | 'min'>;

export function summaryCount(key: CountKey, summary: ReportSummary): string {
  const { valid, expected, over } = summary;
  switch (key) {
    case 'valid':
      return `${valid}/${expected}`;
    case 'over':
      return over === null ? '–' : String(over);
    case 'over_rate': {
      const percent = over === null ? null : overRate(over, valid).percent;
      return percent === null ? '–' : `${percent.toFixed(1)}%`;
    }
    case 'completeness':
      return expected > 0 ? `${roundHalfEven((valid * 100) / expected, 1).toFixed(1)}%` : '–';
  }
}

/** Columns assessed under the standards. */
export type JudgedKey = 'aqi' | 'level' | 'primary' | 'good' | 'class' | 'main' | 'left_out';

/** A month of air has no index: its good days are counted instead. */
export function judgedKeys(kind: ReportKind, site_type: SiteReport['site_type']): JudgedKey[] {
  if (site_type === 'water') return ['class', 'main', 'left_out'];
  return kind === 'year' ? ['good'] : ['aqi', 'level', 'primary'];
}

/** Figures for comparing sites, if they are assessed by them. */
export const comparedKeys = ['aqi', 'good', 'class'] as const;
export type ComparedKey = (typeof comparedKeys)[number];

/** The label of the whole period's row below such a comparison. */
export function wholeKey(kind: ReportKind, key: ComparedKey): 'day_aqi' | 'good' | 'whole' {
  if (key !== 'aqi') return 'whole';
  return kind === 'day' ? 'day_aqi' : 'good';
}

export const bandOf = ({ level }: Pick<ReportLine, 'level'>) => aqiBands.find((band) => band.level === level);

export function judgedText(say: Say, key: JudgedKey, line: ReportLine): string {
  switch (key) {
    case 'aqi':
      if (line.aqi !== null) return String(line.aqi);
      return line.values.some((value) => value !== null) ? 'NA' : '–';
    case 'level': {
      const band = bandOf(line);
      return band ? say(`standards.band_${band.key}`) : '–';
    }
    case 'primary':
      return joined(say, line.primary.map(printed));
    case 'good':
      return goodText(line);
    case 'class':
      return classText(say, line);
    case 'main':
    case 'left_out':
      return joined(say, itemNames(say, line[key]));
  }
}

type WaterVerdict = Pick<SiteReport, 'water_class' | 'main' | 'left_out'>;

export function classText(say: Say, { water_class }: Pick<WaterVerdict, 'water_class'>): string {
  return water_class === null ? '–' : say(`standards.class_${water_class}`);
}

const itemNames = (say: Say, items: readonly string[]) => items.map((item) => say(`standards.item_${item}`));

/** The items that are not part of the class; empty if there are none. */
export function leftOutText(say: Say, { left_out }: Pick<WaterVerdict, 'left_out'>): string {
  if (left_out.length === 0) return '';
  return say('reports.left_out_of', { items: joined(say, itemNames(say, left_out)) });
}

/** Details of the class of a whole period: main pollutants and excluded items. */
export function classWords(say: Say, verdict: WaterVerdict): string[] {
  const main = joined(say, itemNames(say, verdict.main));
  return [
    ...(verdict.main.length > 0 ? [say('reports.main_of', { items: main })] : []),
    ...(verdict.left_out.length > 0 ? [leftOutText(say, verdict)] : []),
  ];
}

const printed = (pollutant: Pollutant) => printedFormula(pollutantFacts[pollutant].formula);

/** Details of a day's index: category and primary pollutants. */
export function dayWords(say: Say, day: Omit<NonNullable<SiteReport['day']>, 'running'>): string {
  const band = bandOf(day);
  return band ? [say(`standards.band_${band.key}`), ...day.primary.map(printed)].join(' ') : '';
}

function joined(say: Say, names: readonly string[]): string {
  return names.join(say('lists.between')) || '–';
}

/** Days of level I or II out of the days with an index. */
export function goodText({ valid_days, good_days }: Pick<ReportLine, 'valid_days' | 'good_days'>): string {
  return valid_days ? `${good_days ?? 0}/${valid_days}` : '–';
}

/** Notes on the standards used, the marks and the time labels. */
export function reportNotes(say: Say, kind: ReportKind, report: Report, now: Date): string[] {
  const types = new Set(report.sites.map(({ site_type }) => site_type));
  const ofAir = types.has('air') || types.has('mobile');
  const ofWater = types.has('water');
  const editions = [
    ...(ofAir ? report.aqi_editions.map((edition) => say(`standards.aqi_${edition}`)) : []),
    ...(ofAir ? report.limit_editions.map((edition) => say(`standards.limits_${edition}`)) : []),
    ...(ofWater ? [say('standards.water')] : []),
  ];
  const customs = new Set([...types].map(periodCustom));
  return [
    say('reports.footnote_editions', { editions: editions.join(say('lists.between')) }),
    ...(ofAir ? [say(`reports.footnote_valid_${kind}`)] : []),
    ...(ofWater ? waterNotes(say, report.sites) : []),
    ...(kind === 'day' ? [...customs].map((custom) => say(`reports.footnote_${custom}`)) : []),
    ...(kind === 'year' ? [say('reports.footnote_extremes_year')] : []),
    say('reports.footnote_marks'),
    ...(report.sites.some(({ virtual_data }) => virtual_data) ? [say('sitePage.virtual_note')] : []),
    ...(new Date(report.to) > now ? [say('reports.footnote_passed')] : []),
  ];
}

/** The validity rules of these water sites; sites are named if they have different rules. */
function waterNotes(say: Say, sites: readonly SiteReport[]): string[] {
  const named = new Map<string, string[]>();
  for (const { site_name, water_needs } of sites) {
    if (!water_needs) continue;
    const { month_days, year_months } = water_needs;
    const rule = say('reports.footnote_valid_water', {
      days: String(month_days),
      months: String(year_months),
    });
    named.set(rule, [...(named.get(rule) ?? []), site_name]);
  }
  const rules = [...named].map(([rule, names]) =>
    named.size > 1 ? say('reports.footnote_of_sites', { sites: joined(say, names), rule }) : rule,
  );
  return [...rules, say('reports.footnote_water_means')];
}
