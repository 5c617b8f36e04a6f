import { Tooltip } from 'antd';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { useT } from '#web/i18n.ts';
import { AqiSwatch, aqiPaint } from '#web/widgets/Aqi.tsx';
import styles from './good-rate.module.css';

/** Days per level, as a stacked bar with numbers. */
export function LevelBar({ levels }: { levels: readonly number[] }) {
  const t = useT();
  const held = aqiBands.flatMap((band, at) => {
    const days = levels[at] ?? 0;
    return days > 0 ? [{ ...band, days, name: t(`standards.band_${band.key}`) }] : [];
  });
  if (held.length === 0) return <span className={styles.none}>{'–'}</span>;
  return (
    <Tooltip title={held.map(({ name, days }) => t('air.days_of', { name, days })).join(' · ')}>
      <div className={styles.levels}>
        <div className={styles.stack} aria-hidden>
          {held.map(({ key, colour, days }) => (
            <i key={key} style={{ flexGrow: days, background: aqiPaint(colour) }} />
          ))}
        </div>
        <ul className={styles.counts}>
          {held.map(({ key, colour, name, days }) => (
            <li key={key} aria-label={t('air.days_of', { name, days })}>
              <AqiSwatch colour={colour} />
              {name} <b>{days}</b>
            </li>
          ))}
        </ul>
      </div>
    </Tooltip>
  );
}
