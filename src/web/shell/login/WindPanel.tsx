import { Suspense } from 'react';
import { useFace, usePlatformTitle } from '#web/api/face.ts';
import { useT } from '#web/i18n.ts';
import { LazyPage, pageChunk } from '#web/shell/lazy-page.tsx';
import styles from './wind-panel.module.css';

/** Loaded after the form, so that decoration does not delay it. */
const drawing = pageChunk(async () => (await import('#web/shell/WindField.tsx')).WindField);

export function WindPanel() {
  const t = useT();
  const face = useFace();
  const title = usePlatformTitle();
  return (
    <aside className={styles.panel}>
      {face?.picture ? (
        <img className={styles.picture} src={face.picture} alt="" />
      ) : (
        <Suspense fallback={null}>
          <LazyPage chunk={drawing} />
        </Suspense>
      )}
      <div className={styles.words}>
        {face?.logo && <img className={styles.logo} src={face.logo} alt="" />}
        <p className={styles.name}>{title}</p>
        <p className={styles.line}>{t('login.panel_line')}</p>
      </div>
    </aside>
  );
}
