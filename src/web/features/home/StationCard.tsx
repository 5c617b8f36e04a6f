import { Link } from 'react-router';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { SiteCard } from './SiteCard.tsx';
import styles from './station-map.module.css';
import type { PlacedSite } from './useMarks.ts';
import { useNewest } from './useNewest.ts';

/** A station's newest values, at its place on the map. */
export function StationCard({ site }: { site: PlacedSite }) {
  const t = useT();
  const language = useLanguage();
  const { newestOf, isOnline } = useNewest([site]);
  const values = newestOf(site.site_id);
  const newest = values
    .map(({ ts }) => ts)
    .sort()
    .at(-1);
  return (
    <section className={styles.card} aria-label={site.site_name}>
      <SiteCard site={site} online={isOnline(site)} values={values} />
      <footer>
        <small>
          {newest ? t('map.last_data', { time: showTime(newest, language) }) : t('map.no_values')}
        </small>
        <Link to={`/sites/${encodeURIComponent(site.mn)}`}>{t('map.open_site')}</Link>
      </footer>
    </section>
  );
}
