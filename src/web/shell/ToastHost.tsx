import { goTo } from '#web/api/navigation.ts';
import { dismiss, useToasts } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';
import styles from './toast-host.module.css';

/** Above sign-in and shell, so that notices survive the change between them. */
export function ToastHost() {
  const t = useT();
  const notices = useToasts();
  return (
    <div className={styles.host} aria-live="polite" role="status">
      {notices.map(({ id, tone, text, link }) => (
        <div key={id} className={styles.notice} data-tone={tone}>
          <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" />
            <path d={marks[tone]} />
          </svg>
          <span className={styles.text}>
            {text}
            {link && (
              <a
                href={link.to}
                onClick={(event) => {
                  event.preventDefault();
                  dismiss(id);
                  goTo(link.to);
                }}
              >
                {link.label}
              </a>
            )}
          </span>
          <button
            type="button"
            className={styles.close}
            aria-label={t('common.close')}
            onClick={() => dismiss(id)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="m4.5 4.5 7 7m0-7-7 7" />
            </svg>
          </button>
        </div>
      ))}
    </div>
  );
}

const marks = {
  success: 'm5 8.2 2.1 2.1L11 6.1',
  info: 'M8 7.3v3.7M8 4.9v.2',
  warning: 'M8 4.5v4.2M8 11v.2',
  error: 'm5.8 5.8 4.4 4.4m0-4.4-4.4 4.4',
};
