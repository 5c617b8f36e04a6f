import { Tag, Tooltip } from 'antd';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import type { User } from './useUserActions.ts';

const colours = { normal: 'success', sealed: 'error', pending: 'warning' } as const;

/** An account's state; one that locked itself says until when. */
export function UserStatusTag({ user: { status, locked_until } }: { user: User }) {
  const t = useT();
  const language = useLanguage();
  if (status === 'normal' && locked_until) {
    return (
      <Tooltip title={t('users.locked_hint', { until: showTime(locked_until, language) })}>
        <Tag color="warning">{t('users.status_locked')}</Tag>
      </Tooltip>
    );
  }
  return <Tag color={colours[status]}>{t(`users.status_${status}`)}</Tag>;
}
