import { Suspense } from 'react';
import { Link } from 'react-router';
import { useT } from '#web/i18n.ts';
import { MapLoading } from '#web/map/MapLoading.tsx';
import { pending } from '#web/pending.ts';
import { MenuIcon } from '#web/shell/icons.tsx';
import { LazyPage, pageChunk } from '#web/shell/lazy-page.tsx';
import { useEntryName, useMenu } from '#web/shell/useMenu.ts';
import { DemoProgress } from './DemoProgress.tsx';
import styles from './home-page.module.css';
import { SiteList } from './SiteList.tsx';

/** The map's renderer is larger than all the rest of the page: the list does not wait for it. */
const mapChunk = pageChunk(async () => (await import('./StationMap.tsx')).StationMap);

/** The stations on the map and as a list, and the way to what else is there. */
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
      <h1 className={styles.title}>{t('map.title')}</h1>
      <div className={styles.map}>
        <Suspense fallback={<MapLoading />}>
          <LazyPage chunk={mapChunk} />
        </Suspense>
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
