import { HeartOutlined, SafetyOutlined } from '@ant-design/icons';
import type { Grade, Medium } from '#shared/domain/standing.ts';
import { useT } from '#web/i18n.ts';
import { Card } from './card.tsx';
import styles from './overview.module.css';

/** Health advice of an AQI level (HJ 633), or permitted uses of a water class (GB 3838). */
export function Advice({ medium, grade }: { medium: Medium; grade: Grade | null }) {
  const t = useT();
  if (grade === null) return null;
  if (medium === 'water') {
    return (
      <Card title={t('siteOverview.use')} className={styles.advice}>
        <p>{t(`siteOverview.use_${grade}`)}</p>
      </Card>
    );
  }
  return (
    <Card title={t('siteOverview.measure')} className={styles.advice}>
      <p>
        <SafetyOutlined aria-hidden /> {t(`siteOverview.measure_${grade}`)}
      </p>
      <p className={styles.soft}>
        <HeartOutlined aria-label={t('siteOverview.effect')} /> {t(`siteOverview.effect_${grade}`)}
      </p>
    </Card>
  );
}
