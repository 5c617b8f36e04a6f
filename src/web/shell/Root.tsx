import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { usePlatformTitle } from '#web/api/face.ts';
import { useT } from '#web/i18n.ts';
import { PageBoundary } from './PageBoundary.tsx';
import styles from './root.module.css';
import { ToastHost } from './ToastHost.tsx';

/** Root of sign-in and shell: document title, notices, and the last error boundary. */
export function Root() {
  const title = usePlatformTitle();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <PageBoundary resetKey="" full>
        <Suspense fallback={<ShellSkeleton />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
      <ToastHost />
    </>
  );
}

/** Skeleton of the shell while its chunk is loading. */
export function ShellSkeleton() {
  const t = useT();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      <div className={styles.head} />
      <div className={styles.side}>
        {[72, 56, 64, 48, 60].map((width) => (
          <span key={width} style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  );
}
