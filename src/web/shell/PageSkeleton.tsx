import { useT } from '#web/i18n.ts';
import styles from './page-skeleton.module.css';

/** Skeleton of a page while its chunk or the permissions are loading. */
export function PageSkeleton() {
  const t = useT();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      <span className={styles.title} />
      <span className={styles.bar} />
      <span className={styles.block} />
    </div>
  );
}
