import { useSearchParams } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { setLanguage, useLanguage, useT } from '#web/i18n.ts';
import { shellChunk } from '#web/shell/shell-chunk.ts';
import { chooseTheme, useTheme } from '#web/theme/theme.ts';
import { FindPasswordForm } from './FindPasswordForm.tsx';
import { FirstPasswordForm } from './FirstPasswordForm.tsx';
import { MoonIcon, SunIcon } from './icons.tsx';
import styles from './login-page.module.css';
import { RegisterForm } from './RegisterForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import { WindPanel } from './WindPanel.tsx';

/** Sign-in and its sub-forms. Native inputs: antd comes with the shell, which is preloaded while the user types. */
export function LoginPage() {
  const [search] = useSearchParams();
  const session = useSession();
  const form = session?.user.must_change_password ? (
    <FirstPasswordForm user={session.user} />
  ) : (
    formNamed(search.get('form'))
  );
  return (
    <div className={styles.page}>
      <WindPanel />
      <main className={styles.main} onInput={shellChunk.preload}>
        <Switches />
        <div className={styles.form}>{form}</div>
      </main>
    </div>
  );
}

function formNamed(name: string | null) {
  if (name === 'register') return <RegisterForm />;
  return name === 'password' ? <FindPasswordForm /> : <SignInForm />;
}

function Switches() {
  const t = useT();
  const language = useLanguage();
  const theme = useTheme();
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <div className={styles.switches}>
      <button
        type="button"
        className={styles.switch}
        lang={other === 'zh' ? 'zh-CN' : 'en'}
        onClick={() => void setLanguage(other)}
      >
        {other === 'zh' ? t('common.language_zh') : t('common.language_en')}
      </button>
      <button
        type="button"
        className={styles.switch}
        aria-label={theme === 'dark' ? t('login.to_light') : t('login.to_dark')}
        onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
      </button>
    </div>
  );
}
