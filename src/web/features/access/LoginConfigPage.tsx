import { loginLimits } from '#shared/contract/sign-in.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { LoginConfigForm } from './LoginConfigForm.tsx';

/** How many devices, how many wrong tries, and what becomes of those who register themselves. */
export function LoginConfigPage() {
  const t = useT();
  const answer = useCall(loginLimits.data, {});
  const read = async () => (await answer.refetch({ throwOnError: true })).data;
  return (
    <Page title={t('loginConfig.title')} hint={t('loginConfig.hint')}>
      {answer.data ? (
        <LoginConfigForm limits={answer.data} read={read} />
      ) : answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Page>
  );
}
