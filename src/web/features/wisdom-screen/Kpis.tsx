import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { useT } from '#web/i18n.ts';
import { percent, useOpenAlarms, useOrderCounts } from './WorkTiles.tsx';
import styles from './wall.module.css';
import type { WallFigures } from './wall-figures.ts';
import { useNetworkNote } from './wall-scope.ts';

/** Key figures. Alarms and orders always cover the whole network. */
export function Kpis({ figures }: { figures: WallFigures }) {
  const t = useT();
  const alarms = useOpenAlarms();
  const orders = useOrderCounts();
  const note = useNetworkNote();
  const { all, online, aqi, good, telling } = figures;
  const band = aqiBand(aqi);
  return (
    <dl className={styles.kpis}>
      <Kpi name={t('wall.kpi_sites')} figure={all} />
      <Kpi name={t('wall.kpi_online')} figure={all === 0 ? '–' : percent(online / all)} />
      <Kpi name={t('wall.kpi_aqi')} figure={aqi ?? '–'} aside={band && t(`standards.band_${band.key}`)} />
      <Kpi name={t('wall.kpi_good')} figure={telling === 0 ? '–' : percent(good / telling)} />
      {alarms.may && (
        <Kpi
          name={t('wall.kpi_alarms')}
          figure={alarms.data?.open ?? '–'}
          aside={note}
          isWarm={(alarms.data?.open ?? 0) > 0}
        />
      )}
      {orders.may && (
        <Kpi
          name={t('wall.kpi_orders')}
          figure={orders.data ? orders.open : '–'}
          aside={note}
          isWarm={orders.open > 0}
        />
      )}
    </dl>
  );
}

interface KpiProps {
  name: string;
  figure: string | number;
  aside?: string | undefined;
  isWarm?: boolean;
}

function Kpi({ name, figure, aside, isWarm = false }: KpiProps) {
  return (
    <div data-warm={isWarm}>
      <dt>{name}</dt>
      <dd>
        {figure}
        {aside && <small>{aside}</small>}
      </dd>
    </div>
  );
}
