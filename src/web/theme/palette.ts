/**
 * The product's colours in both themes, source of the antd theme. `tokens.css` repeats those needed before scripts run;
 * `palette.test.ts` keeps both equal.
 */
export interface Palette {
  ground: string;
  surface: string;
  'surface-quiet': string;
  'surface-raised': string;
  line: string;
  'line-strong': string;
  text: string;
  'text-soft': string;
  'text-faint': string;
  accent: string;
  'accent-strong': string;
  'accent-soft': string;
  'accent-text': string;
  'on-accent': string;
  success: string;
  info: string;
  warning: string;
  'warning-soft': string;
  error: string;
  'error-soft': string;
}

export const light: Palette = {
  ground: '#f3f6f7',
  surface: '#ffffff',
  'surface-quiet': '#f7f9fa',
  'surface-raised': '#ffffff',
  line: '#e0e6e9',
  'line-strong': '#c3ced3',
  text: '#14222a',
  'text-soft': '#46575f',
  'text-faint': '#5f6f77',
  accent: '#0f6b7a',
  'accent-strong': '#0b5562',
  'accent-soft': '#e2f0f2',
  'accent-text': '#0c6070',
  'on-accent': '#ffffff',
  success: '#17704a',
  info: '#0f6b7a',
  warning: '#8a5a00',
  'warning-soft': '#fdf3dc',
  error: '#b3261e',
  'error-soft': '#fbe9e7',
};

/** Designed separately rather than inverted: stepped blue-black backgrounds and a lighter accent. */
export const dark: Palette = {
  ground: '#0b1216',
  surface: '#111b20',
  'surface-quiet': '#0e171b',
  'surface-raised': '#17242a',
  line: '#213038',
  'line-strong': '#37505b',
  text: '#e4edf0',
  'text-soft': '#a9bac1',
  'text-faint': '#8ba0a8',
  accent: '#177584',
  'accent-strong': '#13626f',
  'accent-soft': '#12313a',
  'accent-text': '#62c0ce',
  'on-accent': '#ffffff',
  success: '#5cc495',
  info: '#62c0ce',
  warning: '#e6b450',
  'warning-soft': '#2c2415',
  error: '#f28b82',
  'error-soft': '#341c1b',
};

/** Chart colours in order of assignment; distinct from AQI and water class colours. */
export const seriesColours = {
  light: ['#0f6b7a', '#c0622b', '#5b55b0', '#76851a', '#a8407a', '#2f79c4', '#8a6446', '#5c6b73'],
  dark: ['#4fb6c6', '#e39a63', '#9d97ea', '#b5c255', '#dd82b3', '#6fb0ee', '#c4a184', '#9fb0b8'],
} as const;

/** Colour scale of heat maps and wind roses. Darker is more in both themes; in dark the end stays clear of the ground. */
export const heatColours = {
  light: ['#d7ecf2', '#8cc9d9', '#3f9fb8', '#1d6f8c', '#0d3b56'],
  dark: ['#eaf7fb', '#b3dde9', '#74bbd1', '#3d97b5', '#1d6f8c'],
} as const;

/** Colours of antd states that our CSS does not use: filled buttons, hovered rows, disabled fields. */
export interface KitShades {
  success: string;
  successBg: string;
  successBorder: string;
  warning: string;
  error: string;
  placeholder: string;
  disabled: string;
  primary: string;
  /** Hover and active colours, where antd's would be too light for white text. */
  primaryHover?: string;
  primaryActive?: string;
  info: string;
  primaryBg: string;
  primaryBgHover: string;
  infoBg: string;
  infoBorder: string;
  tableHead: string;
  rowHover: string;
  /** Must differ from the page's ground as well as from a panel. */
  segmentTrack: string;
  segmentSelected: string;
  menuItem: string;
  menuSelected: string;
}

export const kitLight: KitShades = {
  success: '#1c8457',
  // antd would derive a muddy grey, too dark for green text.
  successBg: '#e6f4ec',
  successBorder: '#a8d3bc',
  warning: '#c27c0e',
  error: '#c0362c',
  placeholder: '#64737b',
  disabled: '#5c6b73',
  primary: light.accent,
  info: light.info,
  // antd would derive a muddy grey from the accent.
  primaryBg: '#e1eff1',
  primaryBgHover: '#d0e5e9',
  infoBg: '#e9f4f6',
  infoBorder: '#b5d8de',
  tableHead: light.ground,
  rowHover: '#f3f8f9',
  segmentTrack: '#e6ecee',
  segmentSelected: light.surface,
  menuItem: '#33444c',
  menuSelected: light['accent-strong'],
};

export const kitDark: KitShades = {
  success: '#3fa678',
  successBg: '#15241d',
  successBorder: '#214a37',
  warning: '#d69b34',
  error: '#d9564c',
  placeholder: dark['text-faint'],
  disabled: '#93a5ad',
  primary: '#1b8091',
  primaryHover: '#17707f',
  primaryActive: '#14626f',
  info: '#2b9aab',
  primaryBg: '#12323a',
  primaryBgHover: '#163d47',
  infoBg: '#10272e',
  infoBorder: '#1f4a55',
  tableHead: '#152127',
  rowHover: '#15232a',
  segmentTrack: '#18252c',
  segmentSelected: '#2d424d',
  menuItem: '#b6c6cc',
  menuSelected: '#7fd0dc',
};

/** HJ 633 colours of the six levels, and a set suitable for red-green colour blindness. */
export const aqiColours = {
  standard: ['#00e400', '#ffff00', '#ff7e00', '#ff0000', '#99004c', '#7e0023'],
  distinct: ['#6fc3f0', '#f6ea5a', '#eda325', '#e0671a', '#8a3379', '#3b1145'],
} as const;

/** Water classes I to V and worse than V: pale blue to deep violet, distinct from AQI colours. */
export const waterColours = ['#d9f2ff', '#93d7f7', '#3fa3e0', '#7b8cee', '#7447c9', '#4a148c'] as const;
