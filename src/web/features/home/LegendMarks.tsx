import { useCallback } from 'react';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { looks, type MapType } from '#web/map/look.ts';
import { spanner } from '#web/map/mark-painter.ts';
import { isMaintained } from '#web/network/site-state.ts';
import { isSameList, useNetworkValue } from '#web/network/useNetworkValue.ts';
import styles from './home.module.css';
import { useHome } from './home-context.ts';

/** Legend of rings and badges with station counts; live only. */
export function LegendMarks({ type }: { type: MapType }) {
  const t = useT();
  const { network, replay } = useHome();
  const mayAlarms = useMay(alarmActions.sites.needs);
  const [alarms = 0, warnings = 0, maintained = 0] = useNetworkValue(
    network,
    useCallback(() => {
      const { stations } = network;
      const withLevel = (level: string) => stations.filter(({ alarm }) => alarm?.level === level).length;
      return [withLevel('alarm'), withLevel('warning'), stations.filter(isMaintained).length];
    }, [network]),
    isSameList,
  );
  if (replay.frames) return null;
  const look = looks[type];
  return (
    <ul className={styles.marks}>
      {mayAlarms && (
        <>
          <li>
            <i className={styles.ring} style={{ borderColor: look.alarms[2] }} aria-hidden />
            {t('alarmLog.level_alarm')} {alarms}
          </li>
          <li>
            <i className={styles.ring} style={{ borderColor: look.alarms[1] }} aria-hidden />
            {t('alarmLog.level_warning')} {warnings}
          </li>
        </>
      )}
      <li>
        <svg
          viewBox="-2 -2 20 20"
          className={styles.badge}
          style={{ background: look.maintenance }}
          aria-hidden
        >
          <path d={spanner} fill="#fff" />
        </svg>
        {t('home.state_maintenance')} {maintained}
      </li>
    </ul>
  );
}
