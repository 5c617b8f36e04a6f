import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import { corrections } from '#shared/contract/control/corrections.ts';
import { refetchMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { CountedIcon, shownCount } from './CountedIcon.tsx';
import styles from './header.module.css';

/** Commands and corrections that await a second approver; hidden if there are none or without permission. */
export function ApprovalBell() {
  return useMay(commandActions.approve.needs) ? <Bell /> : null;
}

function Bell() {
  const t = useT();
  const { data } = useCall(
    commandLog.list,
    { state: 'awaiting_approval', page_index: 1, page_size: 1 },
    { shell: true, refetchMs },
  );
  const { data: wished } = useCall(corrections.waiting, {}, { shell: true, refetchMs });
  useCommandsChange([commandLog.list]);
  const count = (data?.total ?? 0) + (wished?.changes.filter(({ own }) => !own).length ?? 0);
  if (count === 0) return null;
  const nameOf = (shown: string) => t('commands.waiting_approval', { count: shown });
  return (
    <Link
      className={styles.tool}
      to="/countercharges/kbvalue?view=approvals"
      title={nameOf(shownCount(count))}
    >
      <CountedIcon icon={<SafetyCertificateOutlined />} count={count} nameOf={nameOf} />
    </Link>
  );
}
