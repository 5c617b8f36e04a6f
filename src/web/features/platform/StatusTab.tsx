import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Alert } from 'antd';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { useFindingWords } from '#web/widgets/finding-words.ts';
import type { PlatformStatus } from './platform-status.ts';
import { ServersPanel } from './ServersPanel.tsx';
import { StatusCards } from './StatusCards.tsx';
import styles from './status.module.css';
import { UpkeepPanel } from './UpkeepPanel.tsx';

const refetchMs = 5000;

/** Platform status and scheduled maintenance. */
export function StatusTab() {
  const { data, error, refetch } = useCall(platformStatus.data, {}, { refetchMs });
  // Hides an outdated answer if the reload fails.
  if (error) return <ListError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  return (
    <div className={styles.tab}>
      <Summary status={data} />
      <StatusCards status={data} />
      {data.database && <ServersPanel servers={data.database.servers} />}
      <UpkeepPanel />
    </div>
  );
}

/** Current problems, or that there are none. */
function Summary({ status: { findings, version, started_at } }: { status: PlatformStatus }) {
  const t = useT();
  const language = useLanguage();
  const wordsOf = useFindingWords();
  const worst = findings.some(({ level }) => level === 'critical') ? 'critical' : 'warning';
  const state = findings.length === 0 ? 'well' : worst;
  const uptime = formatDuration(Date.now() - Date.parse(started_at), language);
  return (
    <section className={styles.summary} data-state={state} aria-label={t('platformStatus.title')}>
      <div className={styles.head}>
        {state === 'well' ? <CheckCircleFilled /> : <ExclamationCircleFilled />}
        <div>
          <h2>
            {state === 'well'
              ? t('platformStatus.well')
              : t('platformStatus.not_well', { count: findings.length })}
          </h2>
          {state === 'well' && <p>{t('platformStatus.well_hint')}</p>}
        </div>
        <ul className={styles.facts}>
          <li>{t('platformStatus.version', { version })}</li>
          <li>{t('platformStatus.uptime', { time: uptime })}</li>
          <li>{t('platformStatus.every', { seconds: refetchMs / 1000 })}</li>
        </ul>
      </div>
      {findings.map((finding) => (
        <Alert
          key={`${finding.name} ${finding.disk?.holds ?? finding.role}`}
          type={finding.level === 'critical' ? 'error' : 'warning'}
          showIcon
          title={wordsOf(finding).title}
          description={wordsOf(finding).hint}
        />
      ))}
    </section>
  );
}
