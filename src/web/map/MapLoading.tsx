import { useT } from '#web/i18n.ts';
import styles from './map-view.module.css';

/** Placeholder until the map's first frame. */
export function MapLoading() {
  const t = useT();
  return (
    <p className={styles.said} role="status">
      {t('map.loading')}
    </p>
  );
}
