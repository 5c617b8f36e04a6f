import type { CellValue } from 'hucre';
import { aqiGrounds } from '#server/tables/aqi-grounds.ts';
import type { Heading } from '#server/tables/headings.ts';
import type { Look, Sheet } from '#server/tables/sheet.ts';
import type { FactorColumn } from '#shared/contract/readings/readings.ts';
import type { Report, ReportLine, ReportSummary, SiteReport } from '#shared/contract/reports/reports.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import type { Language } from '#shared/domain/language.ts';
import { truncate } from '#shared/domain/numbers.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { lineName, reportName } from '#shared/domain/report-line.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import {
  type ComparedKey,
  classText,
  classWords,
  dayWords,
  goodText,
  isFigure,
  type JudgedKey,
  judgedKeys,
  judgedText,
  leftOutText,
  reportNotes,
  type SummaryKey,
  shortFactorName,
  summaryCount,
  summaryKeys,
  wholeKey,
} from '#shared/domain/report-text.ts';
import type { Say } from '#shared/i18n/say.ts';

/** A report for export. */
export interface FiledReport {
  say: Say;
  language: Language;
  kind: ReportKind;
  report: Report;
  now: Date;
}

export interface FiguresOf {
  heading: Heading;
  decimals: number;
  lines: readonly ReportLine[];
  /** The place of the factor in `values`. */
  place: number;
  summary: ReportSummary | undefined;
}

export function figuresOf(site: SiteReport, factor: FactorColumn, heading: Heading): FiguresOf | undefined {
  const place = site.component_ids.indexOf(factor.component_id);
  if (place < 0) return undefined;
  return { heading, decimals: factor.decimals, lines: site.lines, place, summary: site.summary[place] };
}

/** The value truncated as on the page, as a number. */
export function valueCell({ lines, place, decimals }: FiguresOf, at: number): CellValue {
  const value = lines[at]?.values[place] ?? null;
  return value === null ? null : truncate(value, decimals);
}

export function summaryCell({ summary, decimals }: FiguresOf, key: SummaryKey): CellValue {
  if (!summary) return null;
  if (key === 'over' && summary.over !== null) return summary.over;
  if (!isFigure(key)) return summaryCount(key, summary);
  const value = summary[key];
  return value === null ? null : truncate(value, decimals);
}

export function lineNames({ say, kind, language }: FiledReport, site: SiteReport): string[] {
  return site.lines.map(({ ts, running }) => {
    const name = lineName(kind, ts, periodCustom(site.site_type), language);
    return running ? `${name} ${say('reports.running')}` : name;
  });
}

/** The AQI is a number in exports; other results are text. */
export function judgedCell(say: Say, key: JudgedKey, line: ReportLine): CellValue {
  return key === 'aqi' && line.aqi !== null ? line.aqi : judgedText(say, key, line);
}

const overInk = 'C00000';
const faintInk = '8A9499';

const numberFormat = (decimals: number, { before = '', after = '' } = {}) =>
  `${before && `"${before}"`}0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${after && `"${after}"`}`;

function valueLook({ lines, place, decimals }: FiguresOf, at: number): Look {
  const line = lines[at];
  if (line?.over[place]) return { ink: overInk, format: numberFormat(decimals, { before: '▲ ' }) };
  const faint = line?.valid[place] === false && line.values[place] !== null;
  return { format: numberFormat(decimals), ...(faint && { ink: faintInk, italic: true }) };
}

function summaryLook({ summary, decimals }: FiguresOf, key: SummaryKey | undefined): Look | undefined {
  if (!key || !isFigure(key)) return undefined;
  const after = key === 'mean' && summary?.usable === false ? '*' : '';
  return { format: numberFormat(decimals, { after }) };
}

/** The lines of figures with their assessment beside them, and the summary below. */
function figuresSheet(
  filed: FiledReport,
  about: { name: string; sites: readonly [SiteReport, ...SiteReport[]]; group: string },
  figures: readonly FiguresOf[],
  judged: readonly JudgedKey[] = [],
): Sheet {
  const { say, kind, report, now } = filed;
  const { name, sites, group } = about;
  const [first] = sites;
  const names = lineNames(filed, first);
  return {
    name,
    title: `${name} ${say(`reports.title_${kind}`)} ${reportName(kind, new Date(report.from))}`,
    headings: [
      say('reports.time'),
      { title: group, over: figures.map(({ heading }) => heading) },
      ...(judged.length > 0
        ? [{ title: say('reports.group_judged'), over: judged.map((key) => say(`reports.${key}`)) }]
        : []),
    ],
    lines: [
      ...first.lines.map((line, at) => [
        names[at] ?? '',
        ...figures.map((each) => valueCell(each, at)),
        ...judged.map((key) => judgedCell(say, key, line)),
      ]),
      ...summaryKeys.map((key) => [
        say(`reports.${key}`),
        ...figures.map((each) => summaryCell(each, key)),
        ...judged.map((_, at) => (key === 'mean' && at === 0 ? verdictOf(say, first) : null)),
      ]),
    ],
    merges:
      judged.length > 0
        ? [
            {
              startRow: names.length,
              endRow: names.length + summaryKeys.length - 1,
              startCol: 1 + figures.length,
              endCol: figures.length + judged.length,
            },
          ]
        : [],
    look: (line, column, at) => {
      const figure = figures[column - 1];
      if (figure)
        return at < names.length
          ? valueLook(figure, at)
          : summaryLook(figure, summaryKeys[at - names.length]);
      return judged[column - 1 - figures.length] === 'aqi' ? indexLook(line[column]) : undefined;
    },
    notes: reportNotes(say, kind, { ...report, sites: [...sites] }, now),
  };
}

/** The overall assessment of the period as text. */
export function verdictOf(say: Say, site: SiteReport): string {
  const { day } = site;
  if (day)
    return [
      ...[say('reports.day_aqi'), day.aqi ?? 'NA', dayWords(say, day)],
      ...(day.running ? [say('reports.running')] : []),
    ]
      .filter((part) => part !== '')
      .join(' ');
  if (site.site_type === 'water') {
    const running = site.running && site.water_class !== null ? [say('reports.running')] : [];
    return [say('reports.class'), classText(say, site), ...running, ...classWords(say, site)].join(' ');
  }
  const verdict = goodText(site);
  return verdict === '–' ? verdict : `${say('reports.good')} ${verdict}`;
}

function indexLook(index: CellValue | undefined): Look | undefined {
  const band = typeof index === 'number' ? aqiBand(index) : undefined;
  return band && { ground: aqiGrounds[band.colour] };
}

/** Sheet of one site: a column per factor. */
export function siteSheet(filed: FiledReport, site: SiteReport): Sheet {
  const { say, language, kind, report } = filed;
  const figures = report.factors.flatMap((factor) => {
    const name = shortFactorName(factor, language);
    return figuresOf(site, factor, factor.unit ? { title: name, over: [factor.unit] } : name) ?? [];
  });
  const about = { name: site.site_name, sites: [site] as const, group: say('reports.group_factors') };
  return figuresSheet(filed, about, figures, judgedKeys(kind, site.site_type));
}

/** Sheet of one factor: a column per site that measures it. */
export function factorSheet(filed: FiledReport, factor: FactorColumn): Sheet | undefined {
  const measuring = filed.report.sites.flatMap((site) => {
    const figures = figuresOf(site, factor, site.site_name);
    return figures ? [{ site, figures }] : [];
  });
  const [first, ...others] = measuring;
  if (!first) return undefined;
  const label = factorName(factor, filed.language);
  const group = factor.unit ? `${label} (${factor.unit})` : label;
  const name = shortFactorName(factor, filed.language);
  return figuresSheet(
    filed,
    { name, sites: [first.site, ...others.map(({ site }) => site)], group },
    measuring.map(({ figures }) => figures),
  );
}

export function factorName(factor: FactorColumn, language: Language): string {
  const name = (language === 'en' && factor.component_name_en) || factor.component_name;
  return factorLabel(name, factor.formula);
}

/** The sites assessed by AQI, or those by water class. */
export function judgedSites({ kind, report }: FiledReport, key: ComparedKey): SiteReport[] {
  return report.sites.filter(({ site_type }) => judgedKeys(kind, site_type).includes(key));
}

/** The assessment of each line, and of the whole period below it: AQI and classes have no mean. */
export function judgedLines(
  filed: FiledReport,
  key: ComparedKey,
  sites: readonly SiteReport[],
  columns: readonly SiteReport[] = sites,
): CellValue[][] {
  const { say, kind } = filed;
  const [first] = sites;
  const names = first ? lineNames(filed, first) : [];
  const cells = (of: (site: SiteReport) => CellValue) =>
    columns.map((site) => (sites.includes(site) ? of(site) : null));
  return [
    ...names.map((time, at) => [
      time,
      ...cells(({ lines }) => {
        const line = lines[at];
        if (!line) return null;
        return key === 'class' ? classCell(say, line) : judgedCell(say, key, line);
      }),
    ]),
    [say(`reports.${wholeKey(kind, key)}`), ...cells((site) => wholeCell(say, key, site))],
  ];
}

function wholeCell(say: Say, key: ComparedKey, site: SiteReport): CellValue {
  if (key === 'class')
    return [classCell(say, site), ...(site.running ? [say('reports.running')] : [])].join(' ');
  return site.day ? (site.day.aqi ?? 'NA') : goodText(site);
}

/** There is no column for the left-out items, so they are appended to the class. */
function classCell(say: Say, verdict: Pick<SiteReport, 'water_class' | 'left_out'>): string {
  return [classText(say, verdict), leftOutText(say, verdict)].filter((part) => part !== '').join(' ');
}

/** The sheet of `judgedLines`. */
export function judgedSheet(filed: FiledReport, key: ComparedKey): Sheet | undefined {
  const { say, kind, report, now } = filed;
  const sites = judgedSites(filed, key);
  if (sites.length === 0) return undefined;
  const name = say(`reports.${key}`);
  return {
    name,
    title: `${name} ${say(`reports.title_${kind}`)} ${reportName(kind, new Date(report.from))}`,
    headings: [say('reports.time'), { title: name, over: sites.map(({ site_name }) => site_name) }],
    lines: judgedLines(filed, key, sites),
    look: (line, column) => (key === 'aqi' ? indexLook(line[column]) : undefined),
    notes: reportNotes(say, kind, { ...report, sites }, now),
  };
}
