import { theme as antd, type ThemeConfig } from 'antd';
import type { MapToken, SeedToken } from 'antd/es/theme/interface';
import { asText, lettersOn } from './brand.ts';
import type { Theme } from './theme.ts';

/** The product's greys and accent in the widget kit's terms. Pairs of text and ground keep 4.5 : 1 or better. */
export function antdTheme(theme: Theme, accent: string | null | undefined): ThemeConfig {
  const dark = theme === 'dark';
  return {
    algorithm: [dark ? antd.darkAlgorithm : antd.defaultAlgorithm, dense],
    token: {
      ...shared,
      ...(dark ? darkTokens : lightTokens),
      ...(accent
        ? { colorPrimary: accent, colorInfo: accent, colorLink: asText(accent, dark) }
        : dark
          ? darkAccent
          : lightAccent),
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? hardlyMoving : {}),
    },
    components: {
      Layout: { headerHeight: 48 },
      Button: accent ? { primaryColor: lettersOn(accent) } : {},
      Pagination: accent ? { itemActiveColor: brandText } : {},
      Menu: { ...menu, ...(dark ? darkMenu : lightMenu), ...(accent ? brandMenu : {}) },
      Table: dark
        ? { headerBg: '#152127', rowHoverBg: '#15232a', headerColor: '#a9bac1' }
        : { headerBg: '#f3f6f7', rowHoverBg: '#f3f8f9', headerColor: '#46575f' },
      Tabs: accent ? brandTabs : dark ? darkTabs : {},
      Modal: { titleFontSize: 16 },
      ...stillRead(dark),
      // Red that is read, not filled: lighter than the red under a white label.
      Form: dark ? { colorError: '#f28b82' } : {},
    },
  };
}

/** What is in a field that one may not change is read all the same. */
function stillRead(dark: boolean): ThemeConfig['components'] {
  const field = { colorTextDisabled: dark ? '#93a5ad' : '#5c6b73' };
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
const lightAccent = {
  colorPrimary: '#0f6b7a',
  colorInfo: '#0f6b7a',
  colorLink: '#0c6070',
  // The kit derives these from the accent as a muddy grey.
  colorPrimaryBg: '#e1eff1',
  colorPrimaryBgHover: '#d0e5e9',
  colorInfoBg: '#e9f4f6',
  colorInfoBorder: '#b5d8de',
} satisfies ThemeConfig['token'];

const lightTokens = {
  colorSuccess: '#1c8457',
  colorWarning: '#c27c0e',
  colorError: '#c0362c',
  colorTextBase: '#14222a',
  colorText: '#14222a',
  colorTextSecondary: '#46575f',
  colorTextTertiary: '#5f6f77',
  colorTextPlaceholder: '#64737b',
  colorBgLayout: '#f3f6f7',
  colorBorder: '#c3ced3',
  colorBorderSecondary: '#e0e6e9',
} satisfies ThemeConfig['token'];

const darkAccent = {
  colorPrimary: '#1b8091',
  colorInfo: '#2b9aab',
  colorLink: '#62c0ce',
  colorPrimaryBg: '#12323a',
  colorPrimaryBgHover: '#163d47',
  colorInfoBg: '#10272e',
  colorInfoBorder: '#1f4a55',
} satisfies ThemeConfig['token'];

const darkTokens = {
  colorSuccess: '#3fa678',
  colorWarning: '#d69b34',
  colorError: '#d9564c',
  colorTextBase: '#e4edf0',
  colorText: '#e4edf0',
  colorTextSecondary: '#a9bac1',
  colorTextTertiary: '#8ba0a8',
  colorTextPlaceholder: '#8ba0a8',
  colorBgBase: '#0b1216',
  colorBgLayout: '#0b1216',
  colorBgContainer: '#111b20',
  colorBgElevated: '#17242a',
  colorBorder: '#37505b',
  colorBorderSecondary: '#213038',
} satisfies ThemeConfig['token'];

const darkTabs = { itemSelectedColor: '#62c0ce', itemHoverColor: '#7fd0dc', inkBarColor: '#62c0ce' };

/** `tokens.css` makes them readable in both themes. */
const brandText = 'var(--accent-text)';
const brandTabs = { itemSelectedColor: brandText, itemHoverColor: brandText, inkBarColor: brandText };
const brandMenu = {
  itemSelectedBg: 'var(--accent-soft)',
  itemSelectedColor: brandText,
  subMenuItemSelectedColor: brandText,
};

const menu = {
  itemHeight: 32,
  itemMarginBlock: 2,
  itemBorderRadius: 6,
  subMenuItemBorderRadius: 6,
  activeBarBorderWidth: 0,
};

const lightMenu = {
  itemSelectedBg: '#e2f0f2',
  itemSelectedColor: '#0b5562',
  subMenuItemSelectedColor: '#0b5562',
  itemColor: '#33444c',
  itemBg: 'transparent',
  subMenuItemBg: 'transparent',
};

const darkMenu = {
  itemSelectedBg: '#12313a',
  itemSelectedColor: '#7fd0dc',
  subMenuItemSelectedColor: '#7fd0dc',
  itemColor: '#b6c6cc',
  itemBg: 'transparent',
  subMenuItemBg: 'transparent',
};
