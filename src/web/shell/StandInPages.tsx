import { useLocation, useNavigate } from 'react-router';
import { screenAt } from '#shared/menu.ts';
import { goTo } from '#web/api/navigation.ts';
import { useT } from '#web/i18n.ts';
import { StateButton, StatePage } from './StatePage.tsx';

/** For a screen whose turn has not come. */
export function NotBuiltPage() {
  const t = useT();
  const { pathname } = useLocation();
  const key = screenAt(pathname)?.screen.key;
  const name = key && t.tx(`menu.${key}`);
  return (
    <StatePage
      kind="not-built"
      title={name ? t('shell.not_built_named', { name }) : t('common.not_built_yet')}
      hint={t('common.not_built_yet_hint')}
    >
      <HomeButton />
    </StatePage>
  );
}

export function NotFoundPage() {
  const t = useT();
  return (
    <StatePage kind="not-found" title={t('common.not_found')} hint={t('common.not_found_hint')}>
      <HomeButton />
    </StatePage>
  );
}

function HomeButton() {
  const t = useT();
  const navigate = useNavigate();
  return <StateButton onClick={() => void navigate('/homepages')}>{t('common.back_home')}</StateButton>;
}

/** The spec's overtime page. It stands outside the shell: whoever sees it has no session. */
export function OvertimePage() {
  const t = useT();
  return (
    <StatePage
      kind="expired"
      full
      title={t('common.session_expired')}
      hint={t('common.session_expired_hint')}
    >
      <StateButton onClick={() => goTo('/login')}>{t('login.sign_in_again')}</StateButton>
    </StatePage>
  );
}
