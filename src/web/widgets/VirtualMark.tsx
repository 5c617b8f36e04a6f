import { useT } from '#web/i18n.ts';
import styles from './site-mark.module.css';

/** Beside a site's name: what it shows is simulated. */
export function VirtualMark() {
  const t = useT();
  return <strong className={styles.mark}>{t('sitePage.virtual')}</strong>;
}
