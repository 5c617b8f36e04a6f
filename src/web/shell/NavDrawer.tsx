import { MenuOutlined } from '@ant-design/icons';
import { Menu as AntMenu, Drawer } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useT } from '#web/i18n.ts';
import { sectionAt } from './current.ts';
import styles from './header.module.css';
import items from './menu-items.module.css';
import { sectionItems } from './menu-items.tsx';
import type { Menu } from './menu-model.ts';
import { useEntryName } from './useMenu.ts';

/** The whole menu in a drawer, for viewports too narrow for the groups. */
export function NavDrawer({ menu }: { menu: Menu | undefined }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.tool} ${styles.burger}`}
        title={t('shell.main_menu')}
        aria-label={t('shell.main_menu')}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuOutlined />
      </button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        placement="left"
        size={288}
        title={t('shell.main_menu')}
        styles={{ body: { padding: 8 } }}
        destroyOnHidden
      >
        {menu && <WholeMenu menu={menu} onOpened={() => setOpen(false)} />}
      </Drawer>
    </>
  );
}

function WholeMenu({ menu, onOpened }: { menu: Menu; onOpened(): void }) {
  const t = useT();
  const nameOf = useEntryName();
  const { pathname } = useLocation();
  const page = (path: string, name: string) => ({ key: path, label: <Link to={path}>{name}</Link> });
  return (
    <AntMenu
      className={`${styles.wholeMenu} ${items.wrapping}`}
      mode="inline"
      inlineIndent={16}
      selectedKeys={[pathname]}
      defaultOpenKeys={[sectionAt(pathname)?.path ?? '']}
      onClick={onOpened}
      items={[
        page('/homepages', t('shell.home')),
        ...(menu.wisdomScreen ? [page('/wisdomscreen', nameOf(menu.wisdomScreen))] : []),
        ...menu.groups.map(({ key, sections }) => ({
          key,
          type: 'group' as const,
          label: t(`menu.group_${key}`),
          children: sectionItems(sections, nameOf),
        })),
      ]}
    />
  );
}
