import type { Words } from '#shared/i18n/words.ts';
import type { trackMap as zh } from '#shared/i18n/zh/analysis/track-map.ts';

export const trackMap = {
  hint: 'View tracks of mobile stations with values, speed and stops',
  vans: 'Mobile stations',
  range: 'Time range',
  factor: 'Colour by',
  grid: '{{km}} km grid average',
  barbs: 'Wind barbs',
  stops: 'Stops',
  stops_count: 'Stops: {{count}}',
  no_stops: 'No stops of 5 minutes or longer',
  at_least: 'at least {{span}}',
  csv_time: 'Time',
  csv_counts: 'Valid',
  csv_speed: 'Speed (km/h)',
  csv_wind_direction: 'Wind direction (°)',
  csv_wind_speed: 'Wind speed (m/s)',
  no_vans: 'No mobile stations',
  no_points: 'No positions in this period',
  speed_of: '{{name}} speed',
  chart: '{{name}} and speed over time',
} satisfies Words<typeof zh>;
