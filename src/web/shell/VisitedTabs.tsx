import { CloseOutlined, HomeOutlined, MoreOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { mnKey } from '#shared/domain/mn.ts';
import { screenAt } from '#shared/menu.ts';
import { useT } from '#web/i18n.ts';
import { useSites } from '#web/widgets/useSites.ts';
import type { Menu } from './menu-model.ts';
import { useEntryName } from './useMenu.ts';
import { useVisited, type VisitedPage, visited } from './visited.ts';
import styles from './visited-tabs.module.css';

const home = '/homepages';

/** Tabs of visited pages. Links keep the query, so that a list reopens unchanged. */
export function VisitedTabs({ menu }: { menu: Menu | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // After a sign-in over an expired session, the tabs may be another user's.
  const pages = useVisited().filter(({ path }) => menu?.permits(path));
  const nameAt = usePageName(menu, pages);
  const known = isPage(pathname) && menu?.permits(pathname);
  useEffect(() => {
    if (known) visited.open(pathname, search);
  }, [known, pathname, search]);
  const strip = useCurrentInView(pathname, pages.map(({ path }) => path + nameAt(path)).join());

  const close = (path: string) => {
    const next = visited.close(path);
    if (path === pathname) void navigate(next ? next.path + next.search : home);
  };
  const closeMany = (kind: string) => {
    if (kind === 'others') return visited.closeOthers(pathname);
    visited.closeAll();
    void navigate(home);
  };
  return (
    <nav className={styles.bar} aria-label={t('shell.tabs')}>
      <ul className={styles.strip} ref={strip}>
        <li className={styles.tab} data-current={pathname === home}>
          <Link to={home} aria-label={t('shell.home')} aria-current={pathname === home ? 'page' : undefined}>
            <HomeOutlined />
          </Link>
        </li>
        {pages.map(({ path, search: query }) => (
          <li key={path} className={styles.tab} data-current={path === pathname}>
            <Link to={path + query} aria-current={path === pathname ? 'page' : undefined}>
              {nameAt(path)}
            </Link>
            <button
              type="button"
              aria-label={t('shell.close_tab', { name: nameAt(path) })}
              onClick={() => close(path)}
            >
              <CloseOutlined />
            </button>
          </li>
        ))}
      </ul>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'others', label: t('shell.close_others'), disabled: pages.length < 2 },
            { key: 'all', label: t('shell.close_all'), disabled: pages.length === 0 },
          ],
          onClick: ({ key }) => closeMany(key),
        }}
      >
        <button type="button" className={styles.more} aria-label={t('shell.tab_actions')}>
          <MoreOutlined />
        </button>
      </Dropdown>
    </nav>
  );
}

/** Home has a fixed tab; the not-found page needs none. */
function isPage(pathname: string): boolean {
  const screen = screenAt(pathname)?.screen;
  return screen !== undefined && screen.key !== 'notfound' && screen.path !== home;
}

function usePageName(menu: Menu | undefined, pages: readonly VisitedPage[]): (path: string) => string {
  const t = useT();
  // Several sites may be open: each tab shows its site's name.
  const isSite = ({ path }: VisitedPage) => screenAt(path)?.screen.key === 'site';
  const { sites } = useSites({ shell: true, enabled: pages.some(isSite) });
  const nameOf = useEntryName();
  const entries = menu?.groups.flatMap(({ sections }) => sections.flatMap(({ pages }) => pages)) ?? [];
  return (path) => {
    const entry = entries.find((one) => one.path === path);
    if (entry) return nameOf(entry);
    const screen = screenAt(path)?.screen;
    if (screen?.key === 'site') {
      const mn = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
      return sites.find((site) => mnKey(site.mn) === mnKey(mn))?.site_name ?? mn;
    }
    return screen ? t.tx(`menu.${screen.key}`) : path;
  };
}

/**
 * Depends on the tab texts, not on their number: a new tab replaces the oldest at the maximum, and names may load late.
 */
function useCurrentInView(pathname: string, tabs: string) {
  const strip = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when either changes
  useEffect(() => {
    strip.current
      ?.querySelector('[data-current="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, tabs]);
  return strip;
}
