import { formatTime } from '#shared/domain/time.ts';
import type { T } from '#web/i18n.ts';
import type { CsvRow } from './save-csv.ts';
import type { Track } from './useTracks.ts';

/** CSV rows of the track points with their values; excluded values are marked. */
export function trackRows(
  t: T,
  factor: string,
  unit: string,
  tracks: readonly Pick<Track, 'site_id' | 'points' | 'speeds'>[],
  nameOf: (site_id: number) => string,
): CsvRow[] {
  return [
    [
      t('trackMap.csv_time'),
      t('trackMap.vans'),
      t('heatMap.csv_longitude'),
      t('heatMap.csv_latitude'),
      unit ? `${factor} (${unit})` : factor,
      t('trackMap.csv_counts'),
      t('trackMap.csv_speed'),
      t('trackMap.csv_wind_direction'),
      t('trackMap.csv_wind_speed'),
    ],
    ...tracks.flatMap(({ site_id, points, speeds }) =>
      points.map(({ at, longitude, latitude, value, doubtful, wind }, i): CsvRow => {
        const speed = speeds[i];
        return [
          ...[formatTime(new Date(at)), nameOf(site_id), longitude, latitude, value],
          value === null ? null : t(doubtful ? 'common.no' : 'common.yes'),
          speed === null || speed === undefined ? null : Number(speed.toFixed(1)),
          ...[wind?.direction, wind?.speed],
        ];
      }),
    ),
  ];
}
