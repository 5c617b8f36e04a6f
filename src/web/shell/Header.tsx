import { SearchOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useFace, usePlatformTitle } from '#web/api/face.ts';
import { useSession } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import { AlarmBell } from './AlarmBell.tsx';
import { ApprovalBell } from './ApprovalBell.tsx';
import { groupAt } from './current.ts';
import styles from './header.module.css';
import { JumpBox, useJumpKey } from './JumpBox.tsx';
import { MessageBell } from './MessageBell.tsx';
import type { Menu } from './menu-model.ts';
import { NavDrawer } from './NavDrawer.tsx';
import { LanguageSwitch, ThemeSwitch } from './Switches.tsx';
import { UploadMark } from './UploadMark.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useEntryName } from './useMenu.ts';

/** Letters of a platform name that is written in one line. */
const oneLine = 24;

export function Header({ menu }: { menu: Menu | undefined }) {
  const t = useT();
  const set = useSession()?.user_set;
  const [jumping, setJumping] = useState(false);
  useJumpKey(() => setJumping(true));
  const title = usePlatformTitle();
  const logo = useFace()?.logo;
  return (
    <header className={styles.header}>
      <NavDrawer menu={menu} />
      <Link to="/homepages" className={styles.brand} title={title}>
        <img src={set?.logo || logo || '/favicon.svg'} alt="" className={styles.logo} />
        <span className={styles.title} data-long={title.length > oneLine}>
          {title}
        </span>
      </Link>
      <GroupNav menu={menu} />
      <div className={styles.tools}>
        <button
          type="button"
          className={styles.jump}
          title={`${t('shell.jump')} (${jumpKey})`}
          aria-label={`${t('shell.jump')} ${jumpKey}`}
          onClick={() => setJumping(true)}
        >
          <SearchOutlined />
          <span className={styles.jumpText}>{t('shell.jump')}</span>
          <kbd>{jumpKey}</kbd>
        </button>
        <UploadMark />
        <ApprovalBell />
        <AlarmBell />
        <MessageBell />
        <LanguageSwitch />
        <ThemeSwitch />
        <UserMenu />
      </div>
      {menu && <JumpBox menu={menu} open={jumping} onClose={() => setJumping(false)} />}
    </header>
  );
}

const jumpKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

function GroupNav({ menu }: { menu: Menu | undefined }) {
  const t = useT();
  const nameOf = useEntryName();
  const { pathname } = useLocation();
  const current = groupAt(pathname);
  return (
    <nav className={styles.nav} aria-label={t('shell.main_menu')}>
      <NavLink to="/homepages" className={styles.group}>
        {t('shell.home')}
      </NavLink>
      {menu?.groups.map(({ key, target }) => (
        <Link
          key={key}
          to={target}
          className={styles.group}
          aria-current={key === current ? 'page' : undefined}
        >
          {t(`menu.group_${key}`)}
        </Link>
      ))}
      {menu?.wisdomScreen && (
        <Link to="/wisdomscreen" className={styles.group}>
          {nameOf(menu.wisdomScreen)}
        </Link>
      )}
    </nav>
  );
}
