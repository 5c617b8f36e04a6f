import { Suspense } from 'react';
import { useT } from '#web/i18n.ts';
import { LazyPage, pageChunk } from '#web/shell/lazy-page.tsx';
import styles from './wind-panel.module.css';

/** Worked out after the form stands: nobody waits for a decoration. */
const drawing = pageChunk(async () => (await import('#web/shell/WindField.tsx')).WindField);

export function WindPanel() {
  const t = useT();
  return (
    <aside className={styles.panel}>
      <Suspense fallback={null}>
        <LazyPage chunk={drawing} />
      </Suspense>
      <div className={styles.words}>
        <p className={styles.name}>{t('common.platform_title')}</p>
        <p className={styles.line}>{t('login.panel_line')}</p>
      </div>
    </aside>
  );
}
