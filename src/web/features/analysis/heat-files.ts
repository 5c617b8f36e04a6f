import type { T } from '#web/i18n.ts';
import type { CsvRow } from './save-csv.ts';

interface Listed {
  name: string;
  mn: string;
  longitude: number;
  latitude: number;
}

/** CSV rows of the values of the stations inside the area. */
export function heatRows(
  t: T,
  factor: string,
  unit: string,
  stations: readonly Listed[],
  inside: readonly boolean[],
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
    ...stations.flatMap(({ name, mn, longitude, latitude }, i): CsvRow[] =>
      inside[i] ? [[name, mn, longitude, latitude, figures[i]]] : [],
    ),
  ];
}
