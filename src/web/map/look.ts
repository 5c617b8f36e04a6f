/** Spec §3. */
export const mapTypes = ['general', 'satellite', 'dark'] as const;
export type MapType = (typeof mapTypes)[number];

/** Colours of the map. */
export interface MapLook {
  sea: string;
  land: string;
  home: string;
  /** Rivers and lakes. */
  water: string;
  nation: string;
  province: string;
  city: string;
  county: string;
  text: string;
  textSoft: string;
  halo: string;
  /** Stations that are online or offline. */
  online: string;
  offline: string;
  /** Outline of a mark. */
  rim: string;
  /** Outline of a graded mark: yellow would be invisible on white. */
  gradeRim: string;
  waterRim: string;
  /** Rings of warnings and alarms. */
  alarms: { 1: string; 2: string };
  /** Maintenance badge. */
  maintenance: string;
}

export const looks: Record<MapType, MapLook> = {
  general: {
    sea: '#cfe1e6',
    land: '#eceeea',
    home: '#fafaf6',
    water: '#cfe1e6',
    nation: '#7d929b',
    province: '#93a5ad',
    city: '#aebcc2',
    county: '#c6d0d5',
    text: '#2f434c',
    textSoft: '#5f727b',
    halo: '#ffffffd9',
    online: '#0f6b7a',
    offline: '#7d8b92',
    rim: '#ffffff',
    gradeRim: '#2f434c',
    waterRim: '#0b62a8',
    alarms: { 1: '#e08a00', 2: '#d3261b' },
    maintenance: '#4b46b4',
  },
  satellite: {
    sea: '#0a1a33',
    land: '#4c5540',
    home: '#4c5540',
    water: '#1c4258',
    nation: '#ffffffc0',
    province: '#ffffffa0',
    city: '#ffffff78',
    county: '#ffffff50',
    text: '#ffffff',
    textSoft: '#e2e9ec',
    halo: '#0a1a26cc',
    online: '#2ba7bb',
    offline: '#98a5ab',
    rim: '#ffffff',
    gradeRim: '#ffffff',
    waterRim: '#3aa0f0',
    alarms: { 1: '#ffb020', 2: '#ff4b3e' },
    maintenance: '#5f58d6',
  },
  dark: {
    sea: '#0a1418',
    land: '#101b20',
    home: '#17262d',
    water: '#0b171c',
    nation: '#5f7f8c',
    province: '#4a6874',
    city: '#37505b',
    county: '#2b414b',
    text: '#c3d3d9',
    textSoft: '#8ba0a8',
    halo: '#0b1216d9',
    online: '#35a3b5',
    offline: '#75868e',
    rim: '#0b1216',
    gradeRim: '#0b1216',
    waterRim: '#2f8fe0',
    alarms: { 1: '#e6a23c', 2: '#f0564a' },
    maintenance: '#6d66dd',
  },
};
