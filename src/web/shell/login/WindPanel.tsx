import { useT } from '#web/i18n.ts';
import { WindField } from '#web/shell/WindField.tsx';
import styles from './wind-panel.module.css';

export function WindPanel() {
  const t = useT();
  return (
    <aside className={styles.panel}>
      <WindField />
      <div className={styles.words}>
        <p className={styles.name}>{t('common.platform_title')}</p>
        <p className={styles.line}>{t('login.panel_line')}</p>
      </div>
    </aside>
  );
}
