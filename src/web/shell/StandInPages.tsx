import { useLocation, useNavigate } from 'react-router';
import { screenAt } from '#shared/menu.ts';
import { useT } from '#web/i18n.ts';
import { StateButton, StatePage } from './StatePage.tsx';

/** Placeholder of a screen that is not built yet. */
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
