import { formatBytes, formatNumber } from '#shared/domain/numbers.ts';
import { useT } from '#web/i18n.ts';
import { grouped } from '#web/ui/grouped.ts';
import { DiskCard } from './DiskCard.tsx';
import { PacketTrend } from './PacketTrend.tsx';
import type { PlatformStatus } from './platform-status.ts';
import { StatusCard } from './StatusCard.tsx';
import styles from './status.module.css';

export function StatusCards({ status }: { status: PlatformStatus }) {
  const t = useT();
  const { ingest, mqtt, database, disks, stations, viewers, memory, cpu_part, loop_lag_seconds } = status;
  const ms = (seconds: number) =>
    seconds < 10
      ? t('platformStatus.ms', { ms: grouped(Math.round(seconds * 1000)) })
      : t('platformStatus.seconds', { seconds: grouped(Math.round(seconds)) });
  // With several servers, cards about this one only are labelled; queues are shared.
  const others = database?.servers.some(({ is_this, alive }) => alive && !is_this);
  const own = (title: string) => (others ? t('platformStatus.this_server', { title }) : title);
  const queues = database && {
    rollups: database.dirty_buckets,
    jobs_running: database.jobs.running ?? 0,
    jobs_queued: database.jobs.queued ?? 0,
    messages: Object.values(database.messages).reduce((all, count) => all + count, 0),
  };
  return (
    <div className={styles.cards}>
      <StatusCard
        wide
        title={own(t('platformStatus.ingest'))}
        figure={
          ingest.per_minute === null ? t('platformStatus.measuring') : grouped(Math.round(ingest.per_minute))
        }
        unit={ingest.per_minute === null ? undefined : t('platformStatus.per_minute')}
        aside={<PacketTrend values={ingest.recent} label={t('platformStatus.recent')} />}
        lines={[
          { label: t('platformStatus.waiting'), value: grouped(ingest.waiting) },
          { label: t('platformStatus.lag'), value: ms(ingest.lag_seconds) },
          { label: t('platformStatus.stored'), value: grouped(ingest.stored) },
          { label: t('platformStatus.dropped'), value: grouped(ingest.dropped) },
        ]}
      />
      <StatusCard
        title={own(t('platformStatus.doors'))}
        figure={grouped(stations)}
        unit={t('platformStatus.stations')}
        lines={[
          ...(mqtt
            ? [
                {
                  label: 'MQTT',
                  value: mqtt.connected
                    ? t('platformStatus.mqtt_connected', { count: grouped(mqtt.messages) })
                    : t('platformStatus.mqtt_away'),
                },
              ]
            : []),
          { label: t('platformStatus.viewers'), value: grouped(viewers) },
        ]}
      />
      <StatusCard
        title={t('platformStatus.queues')}
        lines={(['rollups', 'jobs_running', 'jobs_queued', 'messages'] as const).map((queue) => ({
          label: t(`platformStatus.${queue}`),
          value: queues ? grouped(queues[queue]) : '–',
        }))}
      />
      {disks.map((disk) => (
        <DiskCard key={disk.holds} disk={disk} alone={disks.length === 1} />
      ))}
      <StatusCard
        title={t('platformStatus.database')}
        figure={database ? formatBytes(database.bytes) : t('platformStatus.database_away')}
        lines={
          database
            ? [
                { label: t('platformStatus.answers_in'), value: ms(database.answer_ms / 1000) },
                { label: 'PostgreSQL', value: database.version.split(' ')[0] },
              ]
            : []
        }
      />
      <StatusCard
        title={own(t('platformStatus.process'))}
        figure={formatBytes(memory)}
        unit={t('platformStatus.memory')}
        lines={[
          {
            label: t('platformStatus.cpu'),
            value:
              cpu_part === null
                ? t('platformStatus.measuring')
                : t('platformStatus.cpu_part', { percent: formatNumber(cpu_part * 100, 0) }),
          },
          { label: t('platformStatus.loop_lag'), value: ms(loop_lag_seconds) },
        ]}
      />
    </div>
  );
}
