import { Link } from 'react-router';
import { useT } from '#web/i18n.ts';
import { pending } from '#web/pending.ts';
import { MenuIcon } from '#web/shell/icons.tsx';
import { useEntryName, useMenu } from '#web/shell/useMenu.ts';
import { WindField } from '#web/shell/WindField.tsx';
import { DemoProgress } from './DemoProgress.tsx';
import styles from './home-page.module.css';
import { SiteList } from './SiteList.tsx';

/** Stands in for the map until it is built: the sites as a list, and the way to what is there. */
export function HomePage() {
  const t = useT();
  const nameOf = useEntryName();
  const { menu } = useMenu();
  const ready =
    menu?.groups
      .flatMap(({ sections }) => sections)
      .map((section) => ({ section, pages: section.pages.filter(({ path }) => !pending.includes(path)) }))
      .filter(({ pages }) => pages.length > 0) ?? [];
  return (
    <div className={styles.home}>
      <div className={styles.sheet}>
        <WindField />
        <div className={styles.words}>
          <h1>{t('shell.home_text')}</h1>
          <p>{ready.length > 0 ? t('shell.home_hint') : t('shell.home_empty')}</p>
        </div>
      </div>
      <DemoProgress />
      <SiteList />
      <div className={styles.sections}>
        {ready.map(({ section, pages }) => (
          <section key={section.path} className={styles.section}>
            <h2>
              <MenuIcon name={section.icon} />
              {nameOf(section)}
            </h2>
            <ul>
              {pages.map((page) => (
                <li key={page.path}>
                  <Link to={page.path}>{nameOf(page)}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
