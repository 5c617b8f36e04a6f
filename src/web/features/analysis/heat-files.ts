import type { T } from '#web/i18n.ts';
import type { CsvRow } from './save-csv.ts';

interface Listed {
  name: string;
  mn: string;
  longitude: number;
  latitude: number;
}

/** CSV rows of the station values. */
export function heatRows(
  t: T,
  factor: string,
  unit: string,
  stations: readonly Listed[],
  figures: readonly string[],
): CsvRow[] {
  return [
    [
      t('heatMap.csv_site'),
      'MN',
      t('heatMap.csv_longitude'),
      t('heatMap.csv_latitude'),
      unit ? `${factor} (${unit})` : factor,
    ],
    ...stations.map(({ name, mn, longitude, latitude }, i) => [name, mn, longitude, latitude, figures[i]]),
  ];
}
