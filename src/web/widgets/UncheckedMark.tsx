import { Tag, Tooltip } from 'antd';
import { useT } from '#web/i18n.ts';
import styles from './site-mark.module.css';

/** Beside a site's name: its packets are accepted without checking the password. */
export function UncheckedMark({ hasSecret }: { hasSecret: boolean }) {
  const t = useT();
  const reason = hasSecret ? 'sites.pw_unchecked_protocol' : 'sites.pw_unchecked_none';
  return (
    <Tooltip title={t(reason)}>
      <Tag className={styles.mark} variant="filled" tabIndex={0}>
        {t('sites.pw_unchecked')}
      </Tag>
    </Tooltip>
  );
}
