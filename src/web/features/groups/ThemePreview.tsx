import { EnvironmentFilled } from '@ant-design/icons';
import { Button, ConfigProvider, Switch } from 'antd';
import type { CSSProperties } from 'react';
import { useT } from '#web/i18n.ts';
import { antdTheme } from '#web/theme/antd-theme.ts';
import { useTheme } from '#web/theme/theme.ts';
import styles from './theme.module.css';

export interface Look {
  platform_title?: string;
  logo?: string;
  accent?: string;
  map_style?: 'general' | 'satellite' | 'dark';
}

const hexColour = /^#[0-9a-f]{6}$/i;

/** Miniature of the shell with the theme applied; unset values use the defaults. */
export function ThemePreview({
  look: { platform_title, logo, accent, map_style = 'general' } = {},
}: {
  look?: Look;
}) {
  const t = useT();
  const theme = useTheme();
  // Ignores incomplete input.
  const colour = accent && hexColour.test(accent) ? accent : undefined;
  return (
    <section
      className={styles.preview}
      aria-label={t('themes.preview')}
      style={colour ? ({ '--accent': colour } as CSSProperties) : undefined}
    >
      <header>
        <img src={logo || '/favicon.svg'} alt="" />
        <strong>{platform_title || t('common.platform_title')}</strong>
      </header>
      <div className={styles.body}>
        <ul aria-hidden="true">
          <li data-current="true">{t('menu.homepages')}</li>
          <li>{t('menu.historicaldata')}</li>
          <li>{t('menu.daily')}</li>
        </ul>
        <div className={styles.map} data-style={map_style}>
          <EnvironmentFilled aria-hidden />
          <span>{t(`themes.map_style_${map_style}`)}</span>
        </div>
        <ConfigProvider theme={antdTheme(theme, colour)}>
          <footer inert>
            <Button type="primary">{t('common.save')}</Button>
            <Button>{t('common.cancel')}</Button>
            <Switch checked aria-label={t('common.enabled')} />
          </footer>
        </ConfigProvider>
      </div>
    </section>
  );
}
