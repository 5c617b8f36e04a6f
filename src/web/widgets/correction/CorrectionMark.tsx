import { Button } from 'antd';
import { corrections } from '#shared/contract/control/corrections.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { CorrectionDrawer } from './CorrectionDrawer.tsx';
import styles from './correction.module.css';

/** Place and start of a site's correction; opens the corrections. */
export function CorrectionMark({ site_id }: { site_id: number }) {
  const t = useT();
  const language = useLanguage();
  const { data } = useCall(corrections.data, { site_id }, { keepPrevious: true });
  const opened = useOpened<true>();
  if (!data) return null;
  const since = data.since ? showTime(data.since, language) : '';
  return (
    <p className={styles.mark}>
      {data.place === 'device' ? t('corrections.in_device') : t('corrections.in_platform', { since })}
      <Button type="link" size="small" onClick={() => opened.open(true)}>
        {t('corrections.title')}
      </Button>
      {opened.show(() => (
        <CorrectionDrawer site_id={site_id} onClosed={opened.closed} />
      ))}
    </p>
  );
}
