import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { parse } from '#server/http/dispatch.ts';
import { namedSites } from '#server/scope.ts';
import { filedNames } from '#server/tables/filed-name.ts';
import type { Heading } from '#server/tables/headings.ts';
import type { Sheet } from '#server/tables/sheet.ts';
import type { Table, TableQuestion, TableSource } from '#server/tables/source.ts';
import { sayIn } from '#server/words.ts';
import { type Report, reportFile, reports, type SiteReport } from '#shared/contract/reports/reports.ts';
import { lineLevel } from '#shared/domain/report-period.ts';
import { comparedKeys, judgedKeys, shortFactorName, summaryKeys } from '#shared/domain/report-text.ts';
import { Fault } from '#shared/faults.ts';
import { askedPeriod, buildReport } from './build.ts';
import {
  type FiguresOf,
  type FiledReport,
  factorName,
  factorSheet,
  figuresOf,
  judgedCell,
  judgedLines,
  judgedSheet,
  judgedSites,
  lineNames,
  siteSheet,
  summaryCell,
  valueCell,
  verdictOf,
} from './report-sheets.ts';

/** Export of a report: a workbook with a sheet per site or factor, or one flat table. */
export const reportTable: TableSource = {
  name: 'report',
  needs: reports.day.needs,
  size: async (ctx, asked) => {
    const { say, kind, period, site_ids } = await questionOf(ctx, asked);
    const { from, to } = period;
    // All lines are written even without data, so the check for data comes first.
    const came = await ctx.series.count({ level: lineLevel[kind], site_ids, from, to });
    return {
      title: say(`reports.title_${kind}`),
      total: came === 0 ? 0 : site_ids.length * (period.lines.length + summaryKeys.length),
    };
  },
  open: async (ctx, asked) => {
    const { say, kind, layout, period, site_ids } = await questionOf(ctx, asked);
    const report = named(
      await buildReport(ctx, kind, site_ids, period),
      await filedNames(ctx.db, asked.language),
    );
    if (report.factors.length === 0) throw new Fault('no_data', { detail: 'export_empty' });
    const filed: FiledReport = { say, language: asked.language, kind, report, now: ctx.now() };
    const { sheets, ...lines } = layout === 'compare' ? compared(filed) : siteBySite(filed);
    return {
      title: say(`reports.title_${kind}`),
      ...lines,
      count: async () => site_ids.length * (period.lines.length + summaryKeys.length),
      sheets: async function* () {
        yield* sheets();
      },
    };
  },
};

async function questionOf(ctx: Ctx, { language, query }: TableQuestion) {
  const { date, ...asked } = parse(reportFile, query);
  const period = askedPeriod(asked.kind, date);
  const sites = await namedSites(ctx, asked);
  return { ...asked, period, say: sayIn(language), site_ids: sites.map(({ site_id }) => site_id) };
}

/** Replaces the site names by those for exports. */
function named(report: Report, nameOf: (site: SiteReport) => string): Report {
  const sites = report.sites.map((site) => ({ ...site, site_name: nameOf(site) }));
  return { ...report, sites };
}

interface Layout extends Pick<Table, 'headings' | 'rows'> {
  sheets(): Iterable<Sheet>;
}

/** A sheet per site; in CSV, one site after the other. */
function siteBySite(filed: FiledReport): Layout {
  const { say, language, kind, report } = filed;
  const judged = [...new Set(report.sites.flatMap(({ site_type }) => judgedKeys(kind, site_type)))];
  const names = report.factors.map((factor) => shortFactorName(factor, language));
  return {
    headings: [
      ...['site', 'mn', 'time'].map((key) => say(`reports.${key}`)),
      ...report.factors.map(({ unit }, at) => (unit ? `${names[at]} (${unit})` : (names[at] ?? ''))),
      ...judged.map((key) => say(`reports.${key}`)),
      ...markHeadings(filed),
    ],
    rows: async function* () {
      for (const site of report.sites) {
        const own = judgedKeys(kind, site.site_type);
        const figures = report.factors.map((factor, at) => figuresOf(site, factor, names[at] ?? ''));
        yield plainLines(filed, [site.site_name, site.mn], lineNames(filed, site), figures, {
          ofLine: (at) =>
            judged.map((key) => {
              const line = site.lines[at];
              return line && own.includes(key) ? judgedCell(say, key, line) : null;
            }),
          ofWhole: judged.map((key) => (key === own[0] ? verdictOf(say, site) : null)),
        });
      }
    },
    sheets: function* () {
      for (const site of report.sites) yield siteSheet(filed, site);
    },
  };
}

/** A sheet per factor with the sites side by side; in CSV, one factor after the other. */
function compared(filed: FiledReport): Layout {
  const { say, language, report } = filed;
  return {
    headings: [
      ...['factor', 'unit', 'time'].map((key) => say(`reports.${key}`)),
      ...report.sites.map(({ site_name }) => site_name),
      ...markHeadings(filed),
    ],
    rows: async function* () {
      for (const factor of report.factors) {
        const first = report.sites.find(({ component_ids }) => component_ids.includes(factor.component_id));
        const times = first ? lineNames(filed, first) : [];
        const figures = report.sites.map((site) => figuresOf(site, factor, site.site_name));
        yield plainLines(filed, [factorName(factor, language), factor.unit], times, figures);
      }
      for (const key of comparedKeys) {
        const sites = judgedSites(filed, key);
        if (sites.length === 0) continue;
        const lines = judgedLines(filed, key, sites, report.sites);
        yield lines.map((line) => [say(`reports.${key}`), null, ...line, null, null]);
      }
    },
    sheets: function* () {
      for (const factor of report.factors) {
        const sheet = factorSheet(filed, factor);
        if (sheet) yield sheet;
      }
      for (const key of comparedKeys) {
        const sheet = judgedSheet(filed, key);
        if (sheet) yield sheet;
      }
    },
  };
}

const markHeadings = ({ say }: FiledReport): Heading[] =>
  ['over_list', 'invalid_list'].map((key) => say(`reports.${key}`));

/** The assessment of each line, and of the whole period beside the means. */
interface JudgedCells {
  ofLine(at: number): CellValue[];
  ofWhole: CellValue[];
}

/** CSV has no colours, so figures that are over the limit or invalid are named in extra columns. */
function plainLines(
  { say }: FiledReport,
  about: readonly string[],
  times: readonly string[],
  figures: readonly (FiguresOf | undefined)[],
  judged: JudgedCells = { ofLine: () => [], ofWhole: [] },
): CellValue[][] {
  const named = (matches: (figure: FiguresOf) => boolean | undefined) =>
    figures
      .flatMap((figure) => (figure && matches(figure) ? [String(figure.heading)] : []))
      .join(say('lists.between')) || null;
  return [
    ...times.map((time, at) => [
      ...about,
      time,
      ...figures.map((figure) => (figure ? valueCell(figure, at) : null)),
      ...judged.ofLine(at),
      named(({ lines, place }) => lines[at]?.over[place]),
      named(({ lines, place }) => lines[at]?.valid[place] === false && lines[at].values[place] !== null),
    ]),
    ...summaryKeys.map((key) => [
      ...about,
      say(`reports.${key}`),
      ...figures.map((figure) => (figure ? summaryCell(figure, key) : null)),
      ...(key === 'mean' ? judged.ofWhole : judged.ofWhole.map(() => null)),
      null,
      key === 'mean' ? named(({ summary }) => summary?.mean !== null && summary?.usable === false) : null,
    ]),
  ];
}
