import { IdcardOutlined, KeyOutlined, LogoutOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Account } from '#shared/contract/access/sign-in.ts';
import { useSession } from '#web/api/session.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { ChangePassword } from './ChangePassword.tsx';
import styles from './header.module.css';
import popover from './popover.module.css';
import { signOutPath } from './sign-out.ts';

export function UserMenu() {
  const t = useT();
  const navigate = useNavigate();
  const user = useSession()?.user;
  const [open, setOpen] = useState(false);
  const [changing, setChanging] = useState(false);
  if (!user) return null;

  const items = [
    { key: 'personal', icon: <IdcardOutlined />, label: t('menu.personal') },
    { key: 'password', icon: <KeyOutlined />, label: t('shell.change_password') },
    { type: 'divider' as const },
    { key: 'out', icon: <LogoutOutlined />, label: t('common.sign_out') },
  ];
  const choose = (key: string) => {
    setOpen(false);
    if (key === 'personal') void navigate('/personal');
    if (key === 'password') setChanging(true);
    if (key === 'out') void navigate(signOutPath());
  };
  return (
    <>
      <Dropdown
        open={open}
        onOpenChange={setOpen}
        trigger={['click']}
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => choose(key) }}
        popupRender={(menu) => <UserCard user={user}>{menu}</UserCard>}
      >
        <button
          type="button"
          className={styles.user}
          aria-label={`${t('shell.user_menu')}: ${user.real_name} ${user.account}`}
          aria-expanded={open}
        >
          {user.avatar ? (
            <img className={styles.avatar} src={user.avatar} alt="" />
          ) : (
            <span className={styles.avatar} data-letter={user.real_name.slice(0, 1)} aria-hidden="true" />
          )}
          <span className={styles.userName}>
            <span>{user.real_name}</span>
            {/* The visible text, like the label, has a space here. */ ' '}
            <small>{user.account}</small>
          </span>
        </button>
      </Dropdown>
      <ChangePassword open={changing} onClose={() => setChanging(false)} />
    </>
  );
}

function UserCard({ user, children }: { user: Account; children: ReactNode }) {
  const t = useT();
  const role = localName(user, 'role_name', useLanguage());
  return (
    <div className={popover.card}>
      <div className={popover.person}>
        <strong>{user.real_name}</strong>
        <span>{`${t('shell.account')} ${user.account}`}</span>
        <span>{`${t('shell.role')} ${role}`}</span>
      </div>
      {children}
    </div>
  );
}
