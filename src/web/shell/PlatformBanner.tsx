import { CloseOutlined, WarningFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { refetchMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useSession } from '#web/api/session.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useFindingWords } from '#web/widgets/finding-words.ts';
import styles from './platform-banner.module.css';

/** Banner with platform problems, for users who administer it. Dismissed until the problems change. */
export function PlatformBanner() {
  const t = useT();
  const wordsOf = useFindingWords();
  const may = useMay(platformStatus.findings.needs);
  const enabled = useSession() !== undefined && may;
  const { data } = useCall(platformStatus.findings, {}, { shell: true, enabled, refetchMs });
  const [dismissed, setDismissed] = useState('');
  // Database problems already have a banner for all users.
  const findings = (data?.findings ?? []).filter(({ name }) => name !== 'database' && name !== 'writes');
  const worst = findings.find(({ level }) => level === 'critical') ?? findings[0];
  const named = findings.map(({ name, level }) => `${name} ${level}`).join();
  if (!enabled || !worst || dismissed === named) return null;
  return (
    <div className={styles.banner} data-level={worst.level} role="alert">
      <WarningFilled />
      <span>{wordsOf(worst).title}</span>
      <Link to="/assistconfigs/platform">{t('platformStatus.look')}</Link>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        title={t('platformStatus.dismiss')}
        aria-label={t('platformStatus.dismiss')}
        onClick={() => setDismissed(named)}
      />
    </div>
  );
}
