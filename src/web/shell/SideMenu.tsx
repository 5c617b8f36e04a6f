import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Menu as AntMenu } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useT } from '#web/i18n.ts';
import { widths } from '#web/ui/widths.ts';
import { groupAt, sectionAt } from './current.ts';
import items from './menu-items.module.css';
import { sectionItems } from './menu-items.tsx';
import type { Menu } from './menu-model.ts';
import styles from './side-menu.module.css';
import { useEntryName } from './useMenu.ts';

const collapsedKey = 'side_menu_collapsed';

/** Sections and pages of the current group; empty on screens outside the groups. */
export function SideMenu({ menu }: { menu: Menu | undefined }) {
  const t = useT();
  const nameOf = useEntryName();
  const { pathname } = useLocation();
  const [collapsed, setCollapsed] = useState(startsCollapsed);
  const [open, setOpen] = useOpenSections(sectionAt(pathname)?.path);
  const nav = useRef<HTMLElement>(null);
  useSelectedInView(nav, pathname, menu !== undefined && !collapsed);
  const current = groupAt(pathname);
  // Keeps the width while loading, so that the page does not jump.
  if (!menu && current) return <div className={styles.side} data-collapsed={collapsed} />;
  const group = menu?.groups.find(({ key }) => key === current);
  if (!group) return null;

  const toggle = () => {
    localStorage.setItem(collapsedKey, collapsed ? 'no' : 'yes');
    setCollapsed(!collapsed);
  };
  const label = collapsed ? t('shell.expand_menu') : t('shell.collapse_menu');
  return (
    <nav ref={nav} className={styles.side} data-collapsed={collapsed} aria-label={t('shell.side_menu')}>
      <AntMenu
        className={`${styles.menu} ${items.wrapping}`}
        mode="inline"
        inlineIndent={16}
        inlineCollapsed={collapsed}
        selectedKeys={[pathname]}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
        items={sectionItems(group.sections, nameOf)}
      />
      <button type="button" className={styles.fold} aria-label={label} title={label} onClick={toggle}>
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
    </nav>
  );
}

/** Restores the last state; initially collapsed on narrow viewports. */
function startsCollapsed(): boolean {
  const left = localStorage.getItem(collapsedKey);
  return left === null ? window.innerWidth <= widths.tablet : left === 'yes';
}

// A little more than antd's animation of a section that opens.
const openMs = 350;

/** Scrolls to the entry of the current page: with several sections expanded it may be out of view. */
function useSelectedInView(nav: RefObject<HTMLElement | null>, pathname: string, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => {
      const entry = nav.current?.querySelector(`[data-menu-id$="-${CSS.escape(pathname)}"]`);
      entry?.scrollIntoView({ block: 'nearest' });
    }, openMs);
    return () => clearTimeout(timer);
  }, [nav, pathname, isShown]);
}

/** Expands the current section on navigation; other expanded sections stay. */
function useOpenSections(current: string | undefined): [string[], (keys: string[]) => void] {
  const [open, setOpen] = useState<string[]>([]);
  const [arrivedAt, setArrivedAt] = useState<string>();
  if (current !== arrivedAt) {
    setArrivedAt(current);
    if (current && !open.includes(current)) setOpen([...open, current]);
  }
  return [open, setOpen];
}
