import { FileSearchOutlined, LineChartOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { packets } from '#shared/contract/packets/packets.ts';
import { history } from '#shared/contract/readings/history.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import styles from './episode.module.css';
import type { EpisodeView } from './episode-panels.ts';
import type { AlarmRow } from './useAlarmWords.ts';

/** Loads the chart library only when an episode is opened. */
const Chart = lazy(async () => ({ default: (await import('./EpisodeChart.tsx')).EpisodeChart }));

interface EpisodeValuesProps {
  alarm: AlarmRow;
  view: EpisodeView;
}

/** Values around an episode, with links to history and raw packets. */
export function EpisodeValues({ alarm, view }: EpisodeValuesProps) {
  const t = useT();
  const { chart, shortened } = view;
  const hasNeighbours = chart?.lines.some(({ of }) => of === 'neighbour');
  return (
    <section>
      <header className={styles.head}>
        <h3>{t(chart ? 'alarmLog.values' : 'alarmLog.related')}</h3>
        <Ways alarm={alarm} view={view} />
      </header>
      {chart && (
        <>
          <Suspense fallback={<div className={styles.chart} />}>
            <Chart alarm={alarm} view={{ ...view, chart }} />
          </Suspense>
          <p className={styles.remark}>
            {[
              shortened && t(alarm.ended_at === null ? 'alarmLog.shortened_open' : 'alarmLog.shortened'),
              chart.measure === 'value' &&
                !hasNeighbours &&
                t('alarmLog.no_neighbours', { km: chart.radius_km }),
              chart.site_type !== 'water' && chart.wind.length === 0 && t('alarmLog.no_wind'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </>
      )}
    </section>
  );
}

/** Time margin of the linked queries before and after the episode. */
const marginMs = { realtime: 10 * MINUTE_MS, minute: 10 * MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

/** Shows permitted links only. */
function Ways({ alarm, view }: EpisodeValuesProps) {
  const t = useT();
  const mayHistory = useMay(history.table.needs);
  const mayPackets = useMay(packets.list.needs);
  const { mn, site_id, component_id, data_type, from_at, ended_at } = alarm;
  if (mn === null || site_id === null) return null;
  const margin = marginMs[data_type ?? 'hour'];
  const around = (prefix: string) => ({
    [`${prefix}_from`]: new Date(Date.parse(from_at) - margin).toISOString(),
    [`${prefix}_to`]: new Date(Date.parse(ended_at ?? view.to) + margin).toISOString(),
  });
  // Packets with values are searched by data time, others by time of receipt.
  const asked = new URLSearchParams({ mn, ...around(data_type ? 'data_time' : 'received_at') });
  const measured = new URLSearchParams({
    sites: String(site_id),
    ...(component_id !== null && { factors: String(component_id) }),
    data_type: data_type ?? 'hour',
    from: view.from,
    to: view.to,
  });
  return (
    <nav className={styles.ways}>
      {mayHistory && (
        <Link to={`/dataanalysis/historicaldata?${measured}`}>
          <LineChartOutlined /> {t('alarmLog.to_history')}
        </Link>
      )}
      {mayPackets && (
        <Link to={`/countercharges/originaldata?${asked}`}>
          <FileSearchOutlined /> {t('sitePage.packets')}
        </Link>
      )}
    </nav>
  );
}
