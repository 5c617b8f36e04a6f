import { useNavigate } from 'react-router';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';
import { StateButton, StatePage } from '#web/shell/StatePage.tsx';

/** Shown if the site does not exist or the user may not see it. */
export function SiteMissing({ mn, error, onRetry }: { mn: string; error: Error; onRetry(): void }) {
  const t = useT();
  const navigate = useNavigate();
  const home = <StateButton onClick={() => void navigate('/homepages')}>{t('common.back_home')}</StateButton>;
  const fault = error instanceof CallError ? error.fault : undefined;
  if (fault === 'no_data') {
    return (
      <StatePage kind="not-found" title={t('sitePage.unknown', { mn })} hint={t('sitePage.unknown_hint')}>
        {home}
      </StatePage>
    );
  }
  if (fault === 'no_authority') {
    return (
      <StatePage kind="no-permission" title={t('sitePage.refused')} hint={t('sitePage.refused_hint', { mn })}>
        {home}
      </StatePage>
    );
  }
  return (
    <StatePage kind="error" title={t('common.load_failed')} hint={explain(t, error)}>
      <StateButton onClick={onRetry}>{t('common.retry')}</StateButton>
    </StatePage>
  );
}
