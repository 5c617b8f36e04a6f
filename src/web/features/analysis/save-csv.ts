import { type Period, periodCustom, periodName } from '#shared/domain/period-name.ts';

export type CsvRow = readonly (string | number | null | undefined)[];

/** Byte order mark: without it Excel garbles Chinese. */
const MARK = '\ufeff';

/** Period label as in charts and other exports. */
export function csvPeriod(at: number, level: Period, site_type: 'air' | 'water' | 'mobile'): string {
  return periodName(new Date(at), level, periodCustom(site_type));
}

export function csvText(rows: readonly CsvRow[]): string {
  return MARK + rows.map((row) => row.map(cellText).join(',')).join('\r\n');
}

const figure = /^-?\d+(\.\d+)?$/;

/** Escapes text that a spreadsheet would run as a formula; negative numbers are safe. */
function cellText(value: CsvRow[number]): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = !figure.test(text) && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Column header with unit. */
export function inUnit(name: string, { unit }: { unit: string }): string {
  return unit ? `${name} (${unit})` : name;
}

/** Downloads data that is already on the page. */
export function saveCsv(name: string, rows: readonly CsvRow[]): void {
  const url = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv' }));
  saveAs(url, `${name}.csv`);
  URL.revokeObjectURL(url);
}

/** The file name is valid on every operating system. */
export function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[\\/:*?"<>|\s]+/g, ' ');
  link.click();
}
