import type { AirFigure } from './air-figures.ts';
import { type Mark, type ReportPeriod, reportColumns } from './air-report.ts';
import type { AqiEdition } from './air-rules.ts';

export interface FormColumn {
  figure: AirFigure;
  /** Whether an individual index stands beside the concentration. */
  indexed: boolean;
}

/** The columns of a form that holds reports of these editions. That of 2012 has all of the later one, and more. */
export function formColumns(period: ReportPeriod, editions: readonly AqiEdition[]): FormColumn[] {
  const widest = editions.includes('2012') ? '2012' : '2026';
  return reportColumns(widest, period).map(({ figure }) => ({
    figure,
    indexed: editions.some((edition) => isIndexed(edition, period, figure)),
  }));
}

function isIndexed(edition: AqiEdition, period: ReportPeriod, figure: AirFigure): boolean {
  return reportColumns(edition, period).some((column) => column.figure === figure && column.item !== null);
}

interface FormRow {
  edition: AqiEdition;
  items: readonly {
    figure: AirFigure;
    concentration: number | null;
    iaqi: number | null;
    mark: Mark | null;
  }[];
}

export interface FormCell {
  concentration: number | Mark | null;
  iaqi: number | Mark | null;
  /** Known, but from too few values to be judged. */
  doubtful: boolean;
}

/** What stands in a column: a figure, or its mark. Nothing where the row's edition has no such figure. */
export function formCell(row: FormRow, period: ReportPeriod, figure: AirFigure): FormCell {
  const item = row.items.find((one) => one.figure === figure);
  if (!item) return { concentration: null, iaqi: null, doubtful: false };
  const { concentration, iaqi, mark } = item;
  return {
    concentration: concentration ?? mark,
    iaqi: isIndexed(row.edition, period, figure) ? (iaqi ?? mark) : null,
    doubtful: concentration !== null && mark !== null,
  };
}

/** Where a figure's heading finds its words: the mean of a day and that up to an hour are called differently. */
export function meanKey(period: ReportPeriod, figure: AirFigure): `${ReportPeriod}_${string}` {
  return `${period}_${figure.slice(figure.indexOf('_') + 1)}`;
}
