import type { T } from '#web/i18n.ts';

interface Listed {
  name: string;
  mn: string;
  longitude: number;
  latitude: number;
}

/** The values behind the surface, as an address to save; with the mark by which spreadsheets know UTF-8. */
export function heatCsv(
  t: T,
  factor: string,
  unit: string,
  stations: readonly Listed[],
  figures: readonly string[],
): string {
  const head = [
    t('heatMap.csv_site'),
    'MN',
    t('heatMap.csv_longitude'),
    t('heatMap.csv_latitude'),
    unit ? `${factor} (${unit})` : factor,
  ];
  const rows = stations.map(({ name, mn, longitude, latitude }, i) => [
    name,
    mn,
    longitude,
    latitude,
    figures[i] ?? '',
  ]);
  const lines = [head, ...rows].map((row) => row.map(quoted).join(','));
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${lines.join('\r\n')}`)}`;
}

/** A cell that begins like a formula would be run by a spreadsheet. */
function quoted(cell: string | number): string {
  const text = typeof cell === 'string' && /^[=+\-@\t]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
