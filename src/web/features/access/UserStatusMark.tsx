import { Tooltip } from 'antd';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import type { User } from './useUserActions.tsx';

const tones = { normal: 'good', sealed: 'bad', pending: 'notice' } as const;

/** An account's state; one that locked itself says until when. */
export function UserStatusMark({ user: { status, locked_until } }: { user: User }) {
  const t = useT();
  const language = useLanguage();
  if (status === 'normal' && locked_until) {
    return (
      <Tooltip title={t('users.locked_hint', { until: showTime(locked_until, language) })}>
        <span>
          <Status tone="notice">{t('users.status_locked')}</Status>
        </span>
      </Tooltip>
    );
  }
  return <Status tone={tones[status]}>{t(`users.status_${status}`)}</Status>;
}
