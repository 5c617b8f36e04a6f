import { Tooltip } from 'antd';
import { useT } from '#web/i18n.ts';
import styles from './running-mark.module.css';

/** Mark of a period that has not ended. */
export function RunningMark() {
  const t = useT();
  return (
    <Tooltip title={t('air.running_note')}>
      <small className={styles.mark}>{t('air.running')}</small>
    </Tooltip>
  );
}
