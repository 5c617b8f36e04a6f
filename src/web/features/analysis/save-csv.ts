import { type Period, periodCustom, periodName } from '#shared/domain/period-name.ts';

export type CsvRow = readonly (string | number | null | undefined)[];

/** Excel reads Chinese only behind this mark. */
const MARK = '\ufeff';

/** A period as the charts and all other files call it. */
export function csvPeriod(at: number, level: Period, site_type: 'air' | 'water' | 'mobile'): string {
  return periodName(new Date(at), level, periodCustom(site_type));
}

export function csvText(rows: readonly CsvRow[]): string {
  return MARK + rows.map((row) => row.map(cellText).join(',')).join('\r\n');
}

const figure = /^-?\d+(\.\d+)?$/;

/** What looks like a formula would be run by a spreadsheet; a negative figure is none. */
function cellText(value: CsvRow[number]): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = !figure.test(text) && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What heads a column of figures. */
export function inUnit(name: string, { unit }: { unit: string }): string {
  return unit ? `${name} (${unit})` : name;
}

/** Lets the browser save figures that the page has already. */
export function saveCsv(name: string, rows: readonly CsvRow[]): void {
  const url = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv' }));
  saveAs(url, `${name}.csv`);
  URL.revokeObjectURL(url);
}

/** Under a name that every system takes. */
export function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, ' ');
  link.click();
}
