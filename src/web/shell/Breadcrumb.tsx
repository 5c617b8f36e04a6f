import { Link, useLocation } from 'react-router';
import { screenAt } from '#shared/menu.ts';
import { useT } from '#web/i18n.ts';
import styles from './breadcrumb.module.css';
import type { Menu } from './menu-model.ts';
import { useEntryName } from './useMenu.ts';

/** Group, section and page; hidden on screens outside the sections. */
export function Breadcrumb({ menu }: { menu: Menu | undefined }) {
  const t = useT();
  const nameOf = useEntryName();
  const { pathname } = useLocation();
  const found = screenAt(pathname);
  if (!found?.section || !menu) return null;
  const { group, path } = found.section;
  const section = menu.groups.flatMap((one) => one.sections).find((one) => one.path === path);
  const page = section?.pages.find((one) => one.path === pathname);
  if (!section || !page) return null;
  return (
    <nav aria-label={t('shell.breadcrumb')}>
      <ol className={styles.trail}>
        <li>{t(`menu.group_${group}`)}</li>
        <li>
          <Link to={section.target}>{nameOf(section)}</Link>
        </li>
        <li aria-current="page">{nameOf(page)}</li>
      </ol>
    </nav>
  );
}
