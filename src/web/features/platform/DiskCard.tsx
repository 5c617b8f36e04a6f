import type { Disk } from '#shared/contract/platform/platform-status.ts';
import { formatBytes, formatNumber } from '#shared/domain/numbers.ts';
import { useT } from '#web/i18n.ts';
import { StatusCard } from './StatusCard.tsx';
import styles from './status.module.css';

interface DiskCardProps {
  disk: Disk;
  alone: boolean;
}

/** Usage of a disk, with its warning thresholds. */
export function DiskCard({ disk, alone }: DiskCardProps) {
  const t = useT();
  const { holds, free, total, warning_below, critical_below } = disk;
  const state = free < critical_below ? 'critical' : free < warning_below ? 'warning' : 'well';
  const used = total - free;
  const percent = (bytes: number) => `${Math.min(100, Math.max(0, (bytes / total) * 100))}%`;
  const usedText = t('platformStatus.disk_used', { used: formatBytes(used), total: formatBytes(total) });
  return (
    <StatusCard
      wide
      title={t('platformStatus.disk_of', { place: t(`platformStatus.holds_${holds}`) })}
      figure={formatBytes(free)}
      unit={t('platformStatus.disk_free', { percent: formatNumber((free / total) * 100, 0) })}
    >
      <div className={styles.disk} data-state={state} role="img" aria-label={usedText}>
        <span style={{ inlineSize: percent(used) }} />
        <i data-level="warning" style={{ insetInlineStart: percent(total - warning_below) }} />
        <i data-level="critical" style={{ insetInlineStart: percent(total - critical_below) }} />
      </div>
      <p className={styles.note}>
        {usedText}
        <span>
          {t('platformStatus.disk_bounds', {
            warning: formatBytes(warning_below),
            critical: formatBytes(critical_below),
          })}
        </span>
      </p>
      {alone && holds === 'files' && <p className={styles.note}>{t('platformStatus.disk_elsewhere')}</p>}
    </StatusCard>
  );
}
