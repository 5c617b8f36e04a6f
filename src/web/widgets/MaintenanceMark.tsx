import { ToolOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { maintenanceWindows } from '#shared/contract/alarms/maintenance.ts';
import { useMay } from '#web/api/powers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './maintenance-mark.module.css';

/** Maintenance mark of a site: end time and reason, with a link to the windows. */
export function MaintenanceMark({ ends_at, reason }: { ends_at: string; reason: string }) {
  const t = useT();
  const language = useLanguage();
  const mayRead = useMay(maintenanceWindows.list.needs);
  const text = t('home.maintained_until', { time: showTime(ends_at, language) });
  return (
    <span className={styles.mark}>
      <ToolOutlined aria-hidden />
      {mayRead ? <Link to="/alarmdatas/configuration?tab=maintenance">{text}</Link> : <b>{text}</b>}
      {reason && <span>{reason}</span>}
    </span>
  );
}
