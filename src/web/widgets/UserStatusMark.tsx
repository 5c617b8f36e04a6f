import { Tooltip } from 'antd';
import type { UserStatus } from '#shared/contract/access/users.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';

const tones = { normal: 'good', locked: 'notice', sealed: 'bad', pending: 'notice' } as const;

interface UserStatusMarkProps {
  user: { status: UserStatus; locked_until: string | null };
}

/** State of an account; a tooltip tells until when it is locked. */
export function UserStatusMark({ user: { status, locked_until } }: UserStatusMarkProps) {
  const t = useT();
  const language = useLanguage();
  const mark = <Status tone={tones[status]}>{t(`users.status_${status}`)}</Status>;
  if (status !== 'locked' || !locked_until) return mark;
  return (
    <Tooltip title={t('users.locked_hint', { until: showTime(locked_until, language) })}>
      <span>{mark}</span>
    </Tooltip>
  );
}
