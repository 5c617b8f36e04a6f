import type { CellValue } from 'hucre';
import { parse } from '#server/http/dispatch.ts';
import { aqiGrounds } from '#server/tables/aqi-grounds.ts';
import { filedNames, virtualNotes } from '#server/tables/filed-name.ts';
import type { Heading } from '#server/tables/headings.ts';
import type { TableSource } from '#server/tables/source.ts';
import { sayIn } from '#server/words.ts';
import { type AirRow, air } from '#shared/contract/air/air.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type FormColumn, formCell, formColumns, meanKey } from '#shared/domain/air-form.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { aqiBand, aqiBands } from '#shared/domain/aqi-bands.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { indexText, type RankedByGoodRate, rankedByGoodRate } from '#shared/domain/good-rate-rank.ts';
import { periodName } from '#shared/domain/period-name.ts';
import { type Pollutant, pollutantFacts, pollutantOf } from '#shared/domain/pollutants.ts';
import type { Say } from '#shared/i18n/say.ts';
import { airIndex } from './air-index.ts';
import { goodRates } from './good-rate.ts';

const printed = (pollutant: Pollutant) => printedFormula(pollutantFacts[pollutant].formula);

const primaryText = (say: Say, primary: readonly Pollutant[]) =>
  primary.length === 0 ? '–' : primary.map(printed).join(say('air.joiner'));

/** The AQI form: a line per site and period. */
const indexTable: TableSource = {
  name: 'airIndex',
  needs: air.index.needs,
  open: async (ctx, { language, query }) => {
    const say = sayIn(language);
    const question = parse(air.index.input, query);
    const { period } = question;
    const { sites, data_info: rows } = await airIndex(ctx, question);
    const nameOf = await filedNames(ctx.db, language);
    const names = new Map(sites.map((site) => [site.site_id, nameOf(site)]));
    const editions = [...new Set(rows.map(({ edition }) => edition))].sort();
    const columns = formColumns(period, editions);
    const lines = rows.map((row) => indexLine(say, row, period, columns, names.get(row.site_id) ?? ''));
    return {
      title: `${say('air.forms_title')} ${say(`air.period_${period}`)}`,
      headings: [
        say('air.time'),
        say('air.site'),
        { title: say('air.group_items'), over: columns.map((column) => itemHeading(say, period, column)) },
        say('air.aqi_long'),
        say('air.primary'),
        say('air.level'),
        { title: say('air.group_category'), over: [say('air.category'), say('air.colour')] },
      ],
      notes: [
        editionNote(say, editions),
        say('air.marks'),
        ...(rows.some(({ running }) => running) ? [say('air.running_note')] : []),
        ...(period === 'hour' ? [say('air.hours_by_end')] : []),
        ...virtualNotes(sites, say),
      ],
      // The AQI and the colour name are shown on their AQI colour.
      look: (row, column) => {
        if (column !== row.length - 1 && column !== row.length - 5) return undefined;
        const index = row[row.length - 5];
        const band = typeof index === 'number' ? aqiBand(index) : undefined;
        return band && { ground: aqiGrounds[band.colour] };
      },
      count: async () => lines.length,
      rows: async function* () {
        yield lines;
      },
    };
  },
};

function itemHeading(say: Say, period: ReportPeriod, { figure, indexed }: FormColumn): Heading {
  const pollutant = pollutantOf(figure);
  const concentration = `${say('air.concentration')} (${pollutantFacts[pollutant].unit})`;
  return {
    title: `${printed(pollutant)} ${say(`air.mean_${meanKey(period, figure)}`)}`,
    over: indexed ? [concentration, say('air.iaqi')] : [concentration],
  };
}

function indexLine(
  say: Say,
  row: AirRow,
  period: ReportPeriod,
  columns: readonly FormColumn[],
  site_name: string,
): CellValue[] {
  const band = aqiBand(row.aqi);
  return [
    [periodName(new Date(row.ts), period, 'end'), ...(row.running ? [say('air.running')] : [])].join(' '),
    site_name,
    ...columns.flatMap(({ figure, indexed }) => {
      const { concentration, iaqi } = formCell(row, period, figure);
      return indexed ? [concentration, iaqi] : [concentration];
    }),
    row.aqi ?? 'NA',
    ...(band
      ? [
          primaryText(say, row.primary),
          say(`standards.level_${band.level}`),
          say(`standards.band_${band.key}`),
          say(`standards.colour_${band.colour}`),
        ]
      : ['NA', 'NA', 'NA', 'NA']),
  ];
}

function editionNote(say: Say, editions: readonly AqiEdition[]): string {
  const [first = '2026', second] = editions;
  return second
    ? say('air.edition_both', { before: say('standards.aqi_2012'), since: say('standards.aqi_2026') })
    : say('air.edition_only', { edition: say(`standards.aqi_${first}`) });
}

/** Good-air days and rates of sites, the best first. */
const goodRateTable: TableSource = {
  name: 'goodRate',
  needs: air.goodRate.needs,
  open: async (ctx, { language, query }) => {
    const say = sayIn(language);
    const question = parse(air.goodRate.input, query);
    const { data_info, now_editions } = await goodRates(ctx, question);
    const byNow = now_editions !== null;
    const today = bucketOf('day', ctx.now()).getTime();
    const nameOf = await filedNames(ctx.db, language);
    const lines = rankedByGoodRate(data_info).map((row) => goodLine(say, row, nameOf(row), byNow));
    return {
      title: say('air.good_title'),
      headings: [
        say('air.rank'),
        say('air.site'),
        {
          title: say('air.days_by_level'),
          over: aqiBands.map(({ key }) => say(`standards.band_${key}`)),
        },
        say('air.valid_days'),
        say('air.invalid_days'),
        `${say('air.good_rate')} (%)`,
        `${say('air.year_before')} (%)`,
        say('air.difference'),
        ...(byNow ? [`${say('air.year_before_by_now')} (%)`, say('air.difference_by_now')] : []),
        say('air.comprehensive'),
        say('air.primary'),
      ],
      notes: [
        say('air.good_span', {
          from: periodName(new Date(question.from), 'day', 'start'),
          to: periodName(new Date(Math.min(Date.parse(question.to), today) - 1), 'day', 'start'),
        }),
        say('air.good_note'),
        say('air.rank_note'),
        ...(now_editions ? [byNowNote(say, now_editions)] : []),
        ...virtualNotes(data_info, say),
      ],
      count: async () => lines.length,
      rows: async function* () {
        yield lines;
      },
    };
  },
};

type GoodRate = AnswerOf<typeof air.goodRate>['data_info'][number];

function byNowNote(say: Say, editions: readonly AqiEdition[]): string {
  const names = editions.map((edition) => say(`standards.aqi_${edition}`));
  return say('air.by_now_note', { editions: names.join(say('air.joiner')) });
}

function goodLine(say: Say, row: RankedByGoodRate<GoodRate>, site_name: string, byNow: boolean): CellValue[] {
  const { valid, invalid } = row.now;
  return [
    row.rank ?? say('air.unranked', { valid: String(valid), days: String(valid + invalid) }),
    site_name,
    ...row.now.levels,
    valid,
    invalid,
    row.now.good_percent,
    row.year_before.good_percent,
    row.difference,
    ...(byNow ? [row.year_before_by_now?.good_percent ?? null, row.difference_by_now] : []),
    row.index_usable === false ? indexText(row) : row.index,
    row.index === null ? null : primaryText(say, row.index_primary),
  ];
}

export const airTables: readonly TableSource[] = [indexTable, goodRateTable];
