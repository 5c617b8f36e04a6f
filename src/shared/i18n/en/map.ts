import type { Words } from '../words.ts';
import type { map as zh } from '../zh/map.ts';

export const map = {
  title: 'Map of the stations',
  type: 'Map type',
  type_general: 'General',
  type_satellite: 'Satellite',
  type_dark: 'Dark',
  zoom_in: 'Zoom in',
  zoom_out: 'Zoom out',
  loading: 'Loading the map…',
  impossible: 'This browser cannot draw the map (it has no WebGL). The list of sites works all the same.',
  tiles_lost: 'The online map cannot be loaded just now; this is the bundled map.',
  without_place: '{{count}} sites have no coordinates and are not on the map',
  open_site: 'Open the site',
  no_values: 'No data has come yet',
} satisfies Words<typeof zh>;
