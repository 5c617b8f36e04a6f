import { QRCode } from 'antd';
import { useSearchParams } from 'react-router';
import { appDownloads, type OfferedApp } from '#shared/contract/files/apps.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { explain } from '#web/api/explain.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { PublicPage } from '#web/shell/PublicPage.tsx';
import { StateButton, StatePage } from '#web/shell/StatePage.tsx';
import { download } from '#web/ui/download.ts';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './download-page.module.css';

/** Public page, as app users have no session yet. `?app=` comes from a QR code. */
export function DownloadPage() {
  const t = useT();
  return (
    <PublicPage title={t('download.title')}>
      <Apps />
    </PublicPage>
  );
}

function Apps() {
  const t = useT();
  const [search] = useSearchParams();
  const { data, error, refetch } = useCall(appDownloads.latest, {}, { shell: true });
  if (error && !data) {
    return (
      <StatePage kind="error" title={t('common.load_failed')} hint={explain(t, error)}>
        <StateButton onClick={() => void refetch()}>{t('common.retry')}</StateButton>
      </StatePage>
    );
  }
  if (!data) return <p role="status">{t('common.loading')}</p>;
  const wanted = data.apps.filter(({ app_project_id }) => String(app_project_id) === search.get('app'));
  const apps = wanted.length > 0 ? wanted : data.apps;
  if (apps.length === 0) {
    return <StatePage kind="not-found" title={t('download.none')} hint={t('download.none_hint')} />;
  }
  return (
    <>
      <ul className={styles.apps}>
        {apps.map((app) => (
          <AppCard key={app.app_file_id} app={app} />
        ))}
      </ul>
      <figure className={styles.phone}>
        <QRCode
          value={window.location.href}
          size={160}
          type="svg"
          color="#000000"
          bgColor="#ffffff"
          aria-label={t('download.by_phone')}
        />
        <figcaption>{t('download.by_phone')}</figcaption>
      </figure>
    </>
  );
}

function AppCard({ app }: { app: OfferedApp }) {
  const t = useT();
  const language = useLanguage();
  const address = useAction(appDownloads.download, { shell: true });
  const fetchFile = async () => download((await address.run({ app_file_id: app.app_file_id })).url);
  return (
    <li className={styles.app}>
      <h2>{localName(app, 'project_name', language)}</h2>
      <p className={styles.facts}>
        {t('download.facts', {
          platform: t(`download.platform_${app.platform}`),
          version: app.version_number,
          size: formatBytes(app.size),
          time: showTime(app.created_at, language),
        })}
      </p>
      {app.notes && <p className={styles.notes}>{app.notes}</p>}
      <p className={styles.hash}>{t('download.sha256', { sha256: app.sha256 })}</p>
      <StateButton onClick={() => void fetchFile().catch(() => undefined)}>{t('download.get')}</StateButton>
    </li>
  );
}
