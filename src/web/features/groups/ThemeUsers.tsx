import { CloseOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { userActions } from '#shared/contract/access/users.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { themes, themeUsers } from '#shared/contract/groups/themes.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { AddPeople } from './AddPeople.tsx';
import styles from './theme.module.css';

export type Theme = AnswerOf<typeof themes.list>['data_info'][number];

const refresh = [themeUsers.data, themes.list];

/** Users with this theme assigned directly. */
export function ThemeUsers({ theme, onClosed }: { theme: Theme; onClosed(): void }) {
  const t = useT();
  const { theme_id, theme_name } = theme;
  const [open, setOpen] = useState(true);
  const mayWrite = useMay(themeUsers.add.needs);
  const answer = useCall(themeUsers.data, { theme_id, page_size: 1000 });
  const everyone = useCall(userActions.other, {});
  const add = useAction(themeUsers.add, { refresh, done: 'themes.users_added' });
  const remove = useAction(themeUsers.remove, { refresh, done: 'themes.user_removed' });
  const users = answer.data?.data_info;
  const have = new Set(users?.map(({ user_id }) => user_id));
  return (
    <Drawer
      title={t('themes.users_of', { name: theme_name })}
      size={440}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => {
        if (!shown) onClosed();
      }}
    >
      <p className={styles.hint}>{t('themes.users_hint')}</p>
      {mayWrite && (
        <AddPeople
          label={t('themes.pick_users')}
          add={t('themes.add_users')}
          people={everyone.data?.data_info.filter(({ user_id }) => !have.has(user_id))}
          onAdd={(user_ids) => add.run({ theme_id, user_ids })}
          pending={add.pending}
        />
      )}
      {answer.error && !users && <ListError error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <ListSkeleton />}
      {users?.length === 0 && <p className={styles.hint}>{t('themes.no_users')}</p>}
      <ul className={styles.users}>
        {users?.map(({ user_id, real_name, account }) => (
          <li key={user_id}>
            <span>{real_name}</span>
            <small>{account}</small>
            {mayWrite && (
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('themes.remove_user', { name: real_name })}
                onClick={() => void remove.run({ theme_id, user_ids: user_id }).catch(() => undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
