import { Alert, Button } from 'antd';
import { siteFit } from '#shared/contract/control/fit.ts';
import { kbActions } from '#shared/contract/control/kb.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { useSent } from '#web/widgets/command/useSent.ts';
import styles from './control.module.css';
import type { FitRow } from './kb-row.ts';

/**
 * A fit cannot become a setting until K and B of the device are known: counts such devices and offers to
 * read them, and to turn on the remote control that this needs.
 */
export function UnreadDevices({ rows }: { rows: readonly FitRow[] }) {
  const t = useT();
  const says = useSent();
  const mayRead = useMay(kbActions.readBatch.needs);
  const reading = useAction(kbActions.readBatch, { refresh: commandReads });
  useCommandsChange([siteFit.batch]);
  const unread = rows.filter(({ why }) => why === 'kb_unknown');
  if (unread.length === 0) return null;
  const site_ids = [...new Set(unread.map(({ site_id }) => site_id))];
  const component_ids = [...new Set(unread.map(({ component_id }) => component_id))];
  return (
    <>
      <ControlBar site_ids={site_ids} />
      <Alert
        className={styles.bar}
        type="info"
        showIcon
        title={t('siteFit.unread', { count: site_ids.length })}
        action={
          mayRead && (
            <Button
              loading={reading.pending}
              onClick={() => void reading.run({ site_ids, component_ids }).then(says, () => undefined)}
            >
              {t('kbValues.read')}
            </Button>
          )
        }
      />
    </>
  );
}
