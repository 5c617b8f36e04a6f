import { alarmActions } from '#shared/contract/alarms/log.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useOrdersChange } from '#web/live/useOrdersChange.ts';
import { Bars, Nothing, Tile } from './Tile.tsx';
import styles from './tile.module.css';
import type { WallFigures } from './wall-figures.ts';
import { useNetworkTitle } from './wall-scope.ts';

const radius = 62;
const around = 2 * Math.PI * radius;

export function OnlineTile({ figures }: { figures: WallFigures }) {
  const t = useT();
  const rate = figures.all === 0 ? 0 : figures.online / figures.all;
  const states = ['online', 'offline', 'fault', 'maintenance'] as const;
  return (
    <Tile title={t('wall.tile_online')}>
      {figures.all === 0 ? (
        <Nothing>{t('wall.empty_title')}</Nothing>
      ) : (
        <div className={styles.online}>
          <svg viewBox="0 0 150 150" role="img" aria-label={t('wall.tile_online')}>
            <circle className={styles.ringGround} cx="75" cy="75" r={radius} />
            <circle
              className={styles.ring}
              cx="75"
              cy="75"
              r={radius}
              strokeDasharray={`${around * rate} ${around}`}
              transform="rotate(-90 75 75)"
            />
            <text x="75" y="86" textAnchor="middle">
              {percent(rate)}
            </text>
          </svg>
          <ul>
            {states.map((state) => (
              <li key={state} data-state={state}>
                <span>{t(`wall.${state}`)}</span>
                <strong>{figures[state]}</strong>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Tile>
  );
}

/** Rounded down, so that 100 % means all. */
export function percent(share: number): string {
  const tenths = Math.floor(share * 1000);
  return tenths === 1000 ? '100%' : `${(tenths / 10).toFixed(1)}%`;
}

export function useOpenAlarms() {
  const may = useMay(alarmActions.count.needs);
  const { data, isError } = useCall(alarmActions.count, {}, { enabled: may });
  return { may, data, failed: isError && !data };
}

export function AlarmsTile() {
  const t = useT();
  const title = useNetworkTitle(t('wall.tile_alarms'));
  const { may, data, failed } = useOpenAlarms();
  const kinds = Object.entries(data?.by_kind ?? {})
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  const most = Math.max(1, ...kinds.map(([, count]) => count));
  return (
    <Tile title={title} aside={data && t('wall.unacknowledged', { count: data.unacknowledged })}>
      {!may ? (
        <Nothing>{t('wall.not_allowed')}</Nothing>
      ) : failed ? (
        <Nothing>{t('wall.failed')}</Nothing>
      ) : !data ? (
        <Nothing>{t('wall.loading')}</Nothing>
      ) : kinds.length === 0 ? (
        <Nothing>{t('wall.alarm_none')}</Nothing>
      ) : (
        <Bars
          bars={kinds.slice(0, 6).map(([kind, count]) => ({
            key: kind,
            name: t.tx(`alarmLog.kind_${kind}`),
            share: count / most,
            colour: '#ffb020',
            figure: String(count),
          }))}
        />
      )}
    </Tile>
  );
}

const openStates = ['pending', 'accepted', 'in_progress', 'on_hold', 'awaiting_check'] as const;
const stateColours: Record<string, string> = {
  pending: '#ffb020',
  accepted: '#7fd9ff',
  in_progress: '#35d6ff',
  on_hold: '#7d8fb0',
  awaiting_check: '#8f8aff',
  closed: '#3ddc97',
};

export function useOrderCounts() {
  const may = useMay(orderActions.count.needs);
  const { data, isError } = useCall(orderActions.count, {}, { enabled: may });
  useOrdersChange([orderActions.count]);
  const open = openStates.reduce((sum, state) => sum + (data?.by_state[state] ?? 0), 0);
  return { may, data, open, failed: isError && !data };
}

export function OrdersTile() {
  const t = useT();
  const title = useNetworkTitle(t('wall.tile_orders'));
  const { may, data, open, failed } = useOrderCounts();
  const closed = data?.by_state.closed ?? 0;
  const all = open + closed;
  return (
    <Tile
      title={title}
      aside={data && data.overdue > 0 && <em>{t('wall.overdue', { count: data.overdue })}</em>}
    >
      {!may ? (
        <Nothing>{t('wall.not_allowed')}</Nothing>
      ) : failed ? (
        <Nothing>{t('wall.failed')}</Nothing>
      ) : !data ? (
        <Nothing>{t('wall.loading')}</Nothing>
      ) : all === 0 ? (
        <Nothing>{t('wall.no_orders')}</Nothing>
      ) : (
        <div className={styles.orders}>
          <p className={styles.progress}>
            {[...openStates, 'closed' as const].map((state) => (
              <i
                key={state}
                style={{ flexGrow: data?.by_state[state] ?? 0, background: stateColours[state] }}
              />
            ))}
          </p>
          <ul>
            {[...openStates, 'closed' as const].map((state) => (
              <li key={state}>
                <i style={{ background: stateColours[state] }} />
                <span>{t(`orders.state_${state}`)}</span>
                <strong>{data?.by_state[state] ?? 0}</strong>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Tile>
  );
}
