import { useEffect, useRef } from 'react';
import { serverReached, useOnline } from '#web/api/connection.ts';
import { useNotice } from '#web/api/notices.ts';
import { useT } from '#web/i18n.ts';
import styles from './offline-banner.module.css';

const probeMs = 5000;

/** Shown while the server cannot be reached. It looks for the way back by itself. */
export function OfflineBanner() {
  const t = useT();
  const notice = useNotice();
  const online = useOnline();
  const wasOffline = useRef(false);

  useEffect(() => {
    if (online) {
      if (wasOffline.current) notice.success(t('common.online_again'));
      wasOffline.current = false;
      return;
    }
    wasOffline.current = true;
    const timer = setInterval(() => {
      fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
        .then(() => serverReached(true))
        .catch(() => serverReached(false));
    }, probeMs);
    return () => clearInterval(timer);
  }, [online, notice, t]);

  if (online) return null;
  return (
    <div className={styles.banner} role="alert">
      {t('common.offline_banner')}
    </div>
  );
}
