import { useCallback } from 'react';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { countStates, siteStates } from '#web/network/site-state.ts';
import { isSameList, useNetworkValue } from '#web/network/useNetworkValue.ts';
import { useHome } from './home-context.ts';
import styles from './panels.module.css';

/** Number of stations per state; a click filters map and tree. */
export function CountsPanel() {
  const t = useT();
  const { network, state, isShown, narrowTo } = useHome();
  const mayAlarms = useMay(alarmActions.sites.needs);
  const counts = useNetworkValue(
    network,
    useCallback(() => countStates({ stations: network.stations.filter(isShown) }), [network, isShown]),
    isSameList,
  );
  return (
    <fieldset className={styles.counts}>
      <legend>{t('home.counts')}</legend>
      {siteStates.map((one, i) =>
        one === 'alarm' && !mayAlarms ? null : (
          <button
            key={one}
            type="button"
            data-state={one}
            aria-pressed={state === one}
            onClick={() => narrowTo(state === one ? 'all' : one)}
          >
            <strong>{counts[i]}</strong>
            {t(`home.state_${one}`)}
          </button>
        ),
      )}
    </fieldset>
  );
}
