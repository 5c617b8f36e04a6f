import type { AirFigure } from './air-figures.ts';
import { type Mark, type ReportPeriod, reportColumns } from './air-report.ts';
import type { AqiEdition } from './air-rules.ts';

export interface FormColumn {
  figure: AirFigure;
  /** Whether an individual index is shown beside the concentration. */
  indexed: boolean;
}

/** Columns of a form with reports of these editions. The 2012 edition has all columns of the later one, and more. */
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
  /** Shown, but based on too few values for an assessment. */
  doubtful: boolean;
}

/** The content of a cell: a figure or its mark; empty if the row's edition has no such figure. */
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

/** The word key of a heading: the same figure has different names in daily and hourly reports. */
export function meanKey(period: ReportPeriod, figure: AirFigure): `${ReportPeriod}_${string}` {
  return `${period}_${figure.slice(figure.indexOf('_') + 1)}`;
}
