import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { explain, isDenied } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';
import styles from './wall-failed.module.css';

/** Nobody presses a button on a wall: it tries again by itself. */
const RETRY_MS = 30_000;

/** The stations could not be loaded. */
export function WallFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useT();
  const isFinal = isDenied(error);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    if (isFinal) return;
    // Not restarted by a render, or it would never be due on a page that renders often.
    const timer = setInterval(() => retry.current(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isFinal]);
  return (
    <div className={styles.failed} role="alert">
      <strong>{t(isFinal ? 'common.no_permission' : 'common.load_failed')}</strong>
      <span>{explain(t, error)}</span>
      {!isFinal && <small>{t('wall.retries', { seconds: RETRY_MS / 1000 })}</small>}
      <p>
        {!isFinal && (
          <button type="button" onClick={onRetry}>
            {t('common.retry')}
          </button>
        )}
        <Link to="/homepages">{t('wall.leave')}</Link>
      </p>
    </div>
  );
}
