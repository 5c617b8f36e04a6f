import { Progress } from 'antd';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import styles from './home.module.css';

const lookAgainMs = 5000;

/** Progress of generating the demo's history; hidden when complete or without a demo. */
export function DemoProgress() {
  const t = useT();
  const filling = useCall(jobs.demoHistory, {}, { refetchMs: lookAgainMs }).data?.filling;
  if (!filling || filling.total === 0) return null;
  return (
    <div className={styles.filling}>
      <span>{t('siteList.demo_filling')}</span>
      <Progress
        percent={Math.floor((filling.done / filling.total) * 100)}
        size="small"
        status="active"
        aria-label={t('siteList.demo_filling')}
      />
    </div>
  );
}
