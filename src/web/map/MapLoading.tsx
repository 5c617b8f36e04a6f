import { useT } from '#web/i18n.ts';
import styles from './map-view.module.css';

/** Stands where the map will be until its first picture is there. */
export function MapLoading() {
  const t = useT();
  return (
    <p className={styles.said} role="status">
      {t('map.loading')}
    </p>
  );
}
