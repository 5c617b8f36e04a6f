import { BellOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './header.module.css';
import popover from './popover.module.css';

/** Alarms arrive with their own feature; until then the bell says so. */
export function AlarmBell() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <div className={popover.empty}>
          <BellOutlined />
          <p>{t('shell.alarms_empty')}</p>
          <span>{t('shell.alarms_empty_hint')}</span>
        </div>
      }
    >
      <button
        type="button"
        className={styles.tool}
        title={t('shell.alarms')}
        aria-label={t('shell.alarms')}
        aria-expanded={open}
      >
        <BellOutlined />
      </button>
    </Popover>
  );
}
