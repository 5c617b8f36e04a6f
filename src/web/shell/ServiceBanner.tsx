import { useEffect, useRef } from 'react';
import { databaseHealth, databaseHealthPath } from '#shared/contract/platform/platform-status.ts';
import {
  databaseFound,
  databaseWorks,
  serverReached,
  useDatabaseState,
  useInLine,
  useOnline,
  wasReachedAfter,
} from '#web/api/connection.ts';
import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';
import styles from './service-banner.module.css';

const pollMs = 5000;

/** Banner on every page while the server is unreachable, its database is down or a query waits in the queue. */
export function ServiceBanner() {
  const t = useT();
  const toast = useToast();
  const online = useOnline();
  const database = useDatabaseState();
  const isInLine = useInLine();
  useEffect(() => {
    void poll();
    const timer = setInterval(() => void poll(), pollMs);
    // Browsers throttle timers of hidden tabs.
    const onShown = () => void (document.visibilityState === 'visible' && poll());
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, []);

  const said = !online
    ? t(navigator.onLine ? 'common.server_unreachable' : 'common.offline_banner')
    : database !== 'ok' && t(`common.database_${database}`);
  useRecovery(online, () => toast.success(t('common.online_again')));
  useRecovery(database === 'ok', () => toast.success(t('common.database_again')));
  if (!said) {
    if (!isInLine) return null;
    return (
      <div className={styles.banner} data-level="info" role="status">
        {t('common.waits_in_line')}
      </div>
    );
  }
  return (
    <div className={styles.banner} data-level={online ? 'error' : 'warning'} role="alert">
      {said}
    </div>
  );
}

async function poll(): Promise<void> {
  const began = performance.now();
  const abort = new AbortController();
  const impatient = setTimeout(() => abort.abort(), pollMs);
  try {
    const answer = await fetch(databaseHealthPath, { cache: 'no-store', signal: abort.signal });
    const { data } = databaseHealth.safeParse(await answer.json());
    serverReached(data !== undefined);
    if (data) databaseFound(data.database);
  } catch {
    // Calls that are slow, or wait for the database, use up the browser's connections per host: this one may never have
    // been sent. Where others are answered, the server is slow but there.
    const isSlow = abort.signal.aborted && (wasReachedAfter(began) || !databaseWorks());
    if (!isSlow) serverReached(false);
  } finally {
    clearTimeout(impatient);
  }
}

/** Calls `tell` on recovery. */
function useRecovery(works: boolean, tell: () => void): void {
  const worked = useRef(works);
  useEffect(() => {
    if (works && !worked.current) tell();
    worked.current = works;
  }, [works, tell]);
}
