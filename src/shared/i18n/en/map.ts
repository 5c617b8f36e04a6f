import type { Words } from '../words.ts';
import type { map as zh } from '../zh/map.ts';

export const map = {
  title: 'Station map',
  type: 'Map type',
  type_general: 'General',
  type_satellite: 'Satellite',
  type_dark: 'Dark',
  sources: 'Map sources',
  zoom_in: 'Zoom in',
  zoom_out: 'Zoom out',
  loading: 'Loading map…',
  impossible: 'This browser cannot show the map because it has no WebGL. The site list still works.',
  tiles_lost: 'The online map could not be loaded. The built-in map is shown instead.',
  without_place: 'Sites without coordinates (not on the map): {{count}}',
  open_site: 'Open site',
  no_values: 'No data received yet',
} satisfies Words<typeof zh>;
