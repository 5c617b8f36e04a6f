import { goTo } from '#web/api/navigation.ts';
import { useT } from '#web/i18n.ts';
import { ServiceBanner } from './ServiceBanner.tsx';
import { StateButton, StatePage } from './StatePage.tsx';

/** The overtime page of the spec, outside the shell as there is no session. */
export function OvertimePage() {
  const t = useT();
  return (
    <>
      <ServiceBanner />
      <StatePage
        kind="expired"
        full
        title={t('common.session_expired')}
        hint={t('common.session_expired_hint')}
      >
        <StateButton onClick={() => goTo('/login')}>{t('login.sign_in_again')}</StateButton>
      </StatePage>
    </>
  );
}
