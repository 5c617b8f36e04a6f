import { spanOf } from '#shared/domain/time-span.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import track from './track-map.module.css';
import type { Track } from './useTracks.ts';

interface StopListProps {
  tracks: readonly Track[];
  nameOf(site_id: number): string;
  onGo(at: number): void;
}

/** Stops of the mobile stations; a click moves the time cursor there. */
export function StopList({ tracks, nameOf, onGo }: StopListProps) {
  const t = useT();
  const language = useLanguage();
  const stops = tracks.flatMap(({ site_id, stops: some }) => some.map((stop) => ({ ...stop, site_id })));
  const span = (ms: number) => {
    const { key, params } = spanOf(ms / 1000);
    return t(`alarmLog.${key}`, params);
  };
  // No track yet means that nothing is known about stops.
  const known = tracks.length > 0;
  return (
    <section className={track.stops} aria-label={t('trackMap.stops')}>
      <h2>{known ? t('trackMap.stops_count', { count: stops.length }) : t('trackMap.stops')}</h2>
      {known && stops.length === 0 && <p>{t('trackMap.no_stops')}</p>}
      <ol>
        {stops.map(({ site_id, from, to, longitude, latitude }) => (
          <li key={`${site_id} ${from}`}>
            <button type="button" onClick={() => onGo(from)}>
              <strong>{showTime(new Date(from).toISOString(), language)}</strong>
              <span>{[nameOf(site_id), span(to - from)].join(' · ')}</span>
              <small>{`${longitude.toFixed(4)}, ${latitude.toFixed(4)}`}</small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
