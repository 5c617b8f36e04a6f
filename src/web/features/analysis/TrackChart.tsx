import { useMemo } from 'react';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import type { Factor } from '#web/widgets/useFactors.ts';
import track from './track-map.module.css';
import { trackPanels } from './track-panels.ts';
import type { Track } from './useTracks.ts';

interface TrackChartProps {
  tracks: readonly Track[];
  factor: Factor | undefined;
  factorName: string;
  sites: readonly { site_id: number; site_name: string }[];
  from: number;
  to: number;
  /** Playback position in milliseconds. */
  cursor: number;
  onPick(at: number): void;
}

/** Measured values and driving speed over time. */
export function TrackChart({ tracks, factor, factorName, sites, cursor, ...rest }: TrackChartProps) {
  const t = useT();
  const language = useLanguage();
  const panels = useMemo(
    () =>
      factor
        ? trackPanels(tracks, factor, {
            nameOf: (site_id) => sites.find((site) => site.site_id === site_id)?.site_name ?? String(site_id),
            speed: (name) => t('trackMap.speed_of', { name }),
          })
        : [],
    [tracks, factor, sites, t],
  );
  return (
    <div className={track.chart}>
      <TimeChart
        panels={panels}
        nameOf={(at) => showTime(new Date(at).toISOString(), language)}
        label={t('trackMap.chart', { name: factorName })}
        shaded={{ from: cursor, to: cursor }}
        {...rest}
      />
    </div>
  );
}
