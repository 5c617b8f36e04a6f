import { theme as antd, type ThemeConfig } from 'antd';
import type { MapToken, SeedToken } from 'antd/es/theme/interface';
import { asText, lettersOn } from './brand.ts';
import {
  dark as darkPalette,
  type KitShades,
  kitDark,
  kitLight,
  light as lightPalette,
  type Palette,
} from './palette.ts';
import type { Theme } from './theme.ts';

/** antd theme from the product's palette. Text contrast is at least 4.5 : 1. */
export function antdTheme(theme: Theme, accent: string | null | undefined): ThemeConfig {
  const dark = theme === 'dark';
  const palette = dark ? darkPalette : lightPalette;
  const shades = dark ? kitDark : kitLight;
  return {
    algorithm: [dark ? antd.darkAlgorithm : antd.defaultAlgorithm, dense],
    token: {
      ...shared,
      ...tokens(palette, shades),
      ...(dark ? darkGrounds : {}),
      ...(accent
        ? { colorPrimary: accent, colorInfo: accent, colorLink: asText(accent, dark) }
        : ownAccent(palette, shades)),
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? hardlyMoving : {}),
    },
    components: {
      Layout: { headerHeight: 48 },
      Button: accent ? { primaryColor: lettersOn(accent) } : {},
      Pagination: accent ? { itemActiveColor: brandText } : {},
      Menu: { ...menu(palette, shades), ...(accent ? brandMenu : {}) },
      // The text of an empty table must be readable too.
      Table: {
        colorTextDisabled: palette['text-soft'],
        headerBg: shades.tableHead,
        // antd's own is a neutral grey that stands out of the dark theme; the arrow shows the order.
        headerSortActiveBg: shades.tableHead,
        headerSortHoverBg: shades.rowHover,
        rowHoverBg: shades.rowHover,
        headerColor: palette['text-soft'],
      },
      // Tag text is on a background of the same hue.
      Tag: {
        colorInfo: palette.info,
        colorSuccess: palette.success,
        colorWarning: palette.warning,
        colorError: palette.error,
      },
      Tabs: accent ? brandTabs : dark ? darkTabs : {},
      Segmented: { trackBg: shades.segmentTrack, itemSelectedBg: shades.segmentSelected },
      // antd's own track is hardly visible on a dark background.
      Slider: dark ? darkSlider : {},
      Modal: { titleFontSize: 16 },
      // An empty box is seen by its border alone, so that has the contrast of a symbol, 3 : 1.
      Checkbox: { colorBorder: palette['text-faint'] },
      Radio: { colorBorder: palette['text-faint'] },
      ...disabledFields(shades),
      // Room for an error message before the next label. Dark theme: text needs a lighter red than filled buttons with
      // white labels.
      Form: { itemMarginBottom: 24, ...(dark ? { colorError: darkPalette.error } : {}) },
    },
  };
}

/** Disabled fields must stay readable. */
function disabledFields({ disabled }: KitShades): ThemeConfig['components'] {
  const field = { colorTextDisabled: disabled };
  return { Select: field, Input: field, InputNumber: field, DatePicker: field, Cascader: field };
}

/** Not zero: antd positions popups during the animation, and without one the second opening is off-screen. */
const hardlyMoving = { motionDurationFast: '30ms', motionDurationMid: '30ms', motionDurationSlow: '30ms' };

/** antd's compact spacing with normal font sizes: its compact 12 px is too small for Chinese. */
function dense(seed: SeedToken, map = antd.defaultAlgorithm(seed)): MapToken {
  const letters = Object.entries(map).filter(([name]) => /^(fontSize|lineHeight|fontHeight)/.test(name));
  return { ...antd.compactAlgorithm(seed, map), ...Object.fromEntries(letters) };
}

const shared = {
  borderRadius: 6,
  fontSize: 13,
  fontSizeSM: 12,
  wireframe: false,
  fontFamily: 'var(--font)',
} satisfies ThemeConfig['token'];

/** The product's own accent with its shades; for a custom accent antd derives them. */
function ownAccent(palette: Palette, shades: KitShades): ThemeConfig['token'] {
  return {
    colorPrimary: shades.primary,
    ...(shades.primaryHover && { colorPrimaryHover: shades.primaryHover }),
    ...(shades.primaryActive && { colorPrimaryActive: shades.primaryActive }),
    colorInfo: shades.info,
    colorLink: palette['accent-text'],
    colorPrimaryBg: shades.primaryBg,
    colorPrimaryBgHover: shades.primaryBgHover,
    colorInfoBg: shades.infoBg,
    colorInfoBorder: shades.infoBorder,
  };
}

function tokens(palette: Palette, shades: KitShades): ThemeConfig['token'] {
  return {
    colorSuccess: shades.success,
    colorSuccessBg: shades.successBg,
    colorSuccessBorder: shades.successBorder,
    colorWarning: shades.warning,
    colorError: shades.error,
    colorTextBase: palette.text,
    colorText: palette.text,
    colorTextSecondary: palette['text-soft'],
    colorTextTertiary: palette['text-faint'],
    colorTextPlaceholder: shades.placeholder,
    colorBgLayout: palette.ground,
    colorBorder: palette['line-strong'],
    colorBorderSecondary: palette.line,
  };
}

/** The light theme uses antd's white. */
const darkGrounds = {
  colorBgBase: darkPalette.ground,
  colorBgContainer: darkPalette.surface,
  colorBgElevated: darkPalette['surface-raised'],
} satisfies ThemeConfig['token'];

const darkTabs = {
  itemSelectedColor: darkPalette['accent-text'],
  itemHoverColor: kitDark.menuSelected,
  inkBarColor: darkPalette['accent-text'],
};

const darkSlider = {
  railBg: darkPalette['line-strong'],
  railHoverBg: darkPalette['line-strong'],
  trackBg: darkPalette.info,
  trackHoverBg: darkPalette.info,
  handleColor: darkPalette.info,
  handleActiveColor: darkPalette.text,
};

/** Set by `tokens.css`, readable in both themes. */
const brandText = 'var(--accent-text)';
const brandTabs = { itemSelectedColor: brandText, itemHoverColor: brandText, inkBarColor: brandText };
const brandMenu = {
  itemSelectedBg: 'var(--accent-soft)',
  itemSelectedColor: brandText,
  subMenuItemSelectedColor: brandText,
};

function menu(palette: Palette, shades: KitShades) {
  return {
    itemHeight: 32,
    itemMarginBlock: 2,
    itemBorderRadius: 6,
    subMenuItemBorderRadius: 6,
    activeBarBorderWidth: 0,
    itemSelectedBg: palette['accent-soft'],
    itemSelectedColor: shades.menuSelected,
    subMenuItemSelectedColor: shades.menuSelected,
    itemColor: shades.menuItem,
    itemBg: 'transparent',
    subMenuItemBg: 'transparent',
  };
}
