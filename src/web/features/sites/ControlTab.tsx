import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { kbActions } from '#shared/contract/control/kb.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { CommandButtons } from '#web/widgets/command/CommandButtons.tsx';
import { CommandLog } from '#web/widgets/command/CommandLog.tsx';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { KnownValues } from '#web/widgets/command/KnownValues.tsx';
import { CorrectionMark } from '#web/widgets/correction/CorrectionMark.tsx';
import styles from './site-page.module.css';

const reads = ['time_read', 'kb_read', 'meter_read', 'sim_read', 'realtime_interval_read'] as const;
const more = [
  'time_set',
  'realtime_interval_set',
  'minute_interval_read',
  'minute_interval_set',
  'info_read',
  'parameter_set',
  'history_minute',
  'history_hour',
  'history_day',
  'sample_now',
  'clean',
  'calibrate',
  'reboot',
  'password_set',
] as const;

/** Commands for one site. K and B are set on their own page, with limits and a preview. */
export function ControlTab({ site_id }: { site_id: number }) {
  const t = useT();
  const go = useNavigate();
  const maySetKb = useMay(kbActions.set.needs);
  return (
    <>
      <ControlBar site_ids={[site_id]} />
      <CorrectionMark site_id={site_id} />
      <div className={styles.commands}>
        <CommandButtons kinds={reads} more={more} site_ids={[site_id]} />
        {maySetKb && (
          <Button onClick={() => go(`/countercharges/kbvalue?sites=${site_id}`)}>{t('kbValues.set')}</Button>
        )}
      </div>
      <div className={styles.known}>
        <KnownValues site_ids={[site_id]} />
      </div>
      <CommandLog site_id={site_id} />
    </>
  );
}
