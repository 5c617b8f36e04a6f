import { useT } from '#web/i18n.ts';
import styles from './site-mark.module.css';

/** Beside the name of a site with simulated data. */
export function VirtualMark() {
  const t = useT();
  return <strong className={styles.mark}>{t('sitePage.virtual')}</strong>;
}
