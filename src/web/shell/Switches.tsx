import { MoonOutlined, SunOutlined, TranslationOutlined } from '@ant-design/icons';
import { setLanguage, useLanguage, useT } from '#web/i18n.ts';
import { chooseTheme, useTheme } from '#web/theme/theme.ts';
import styles from './header.module.css';

export function LanguageSwitch() {
  const t = useT();
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  const name = other === 'zh' ? t('common.language_zh') : t('common.language_en');
  return (
    <button
      type="button"
      className={styles.tool}
      title={name}
      aria-label={name}
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      onClick={() => void setLanguage(other)}
    >
      <TranslationOutlined />
    </button>
  );
}

export function ThemeSwitch() {
  const t = useT();
  const dark = useTheme() === 'dark';
  const name = dark ? t('login.to_light') : t('login.to_dark');
  return (
    <button
      type="button"
      className={styles.tool}
      title={name}
      aria-label={name}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <SunOutlined /> : <MoonOutlined />}
    </button>
  );
}
