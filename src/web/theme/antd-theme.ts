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

/** The product's greys and accent in the widget kit's terms. Pairs of text and ground keep 4.5 : 1 or better. */
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
      Table: { headerBg: shades.tableHead, rowHoverBg: shades.rowHover, headerColor: palette['text-soft'] },
      // Their words are read on a ground of the same hue.
      Tag: {
        colorInfo: palette.info,
        colorSuccess: palette.success,
        colorWarning: palette.warning,
        colorError: palette.error,
      },
      Tabs: accent ? brandTabs : dark ? darkTabs : {},
      // The kit's own track can hardly be seen on a dark ground.
      Slider: dark ? darkSlider : {},
      Modal: { titleFontSize: 16 },
      ...disabledFields(shades),
      // Room for a complaint between a field and the next label. Red that is read, not filled: lighter than the red under
      // a white label.
      Form: { itemMarginBottom: 24, ...(dark ? { colorError: darkPalette.error } : {}) },
    },
  };
}

/** A disabled field still has to be readable. */
function disabledFields({ disabled }: KitShades): ThemeConfig['components'] {
  const field = { colorTextDisabled: disabled };
  return { Select: field, Input: field, InputNumber: field, DatePicker: field, Cascader: field };
}

/** Not none: the kit places a popup while it moves in, and without a motion its second opening is out of sight. */
const hardlyMoving = { motionDurationFast: '30ms', motionDurationMid: '30ms', motionDurationSlow: '30ms' };

/** The kit's compact distances, but with letters that Chinese text needs: its own compact size is 12 px. */
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

/** The product's own accent and its shades; a theme's accent leaves them to the kit. */
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

/** In the light theme the kit's own white is right. */
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

/** `tokens.css` makes them readable in both themes. */
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
