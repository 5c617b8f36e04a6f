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
  const stops = tracks.flatMap(({ site_id, points, stops: some }) =>
    some.map((stop) => ({ ...stop, site_id, isCut: stop.first === 0 || stop.last === points.length - 1 })),
  );
  const lasted = ({ from, to, isCut }: (typeof stops)[number]) => {
    const { key, params } = spanOf((to - from) / 1000);
    const span = t(`alarmLog.${key}`, params);
    // It may have begun before the first position, or go on after the last one.
    return isCut ? t('trackMap.at_least', { span }) : span;
  };
  // No track yet means that nothing is known about stops.
  const known = tracks.length > 0;
  return (
    <section className={track.stops} aria-label={t('trackMap.stops')}>
      <h2>{known ? t('trackMap.stops_count', { count: stops.length }) : t('trackMap.stops')}</h2>
      {known && stops.length === 0 && <p>{t('trackMap.no_stops')}</p>}
      <ol>
        {stops.map((stop) => (
          <li key={`${stop.site_id} ${stop.from}`}>
            <button type="button" onClick={() => onGo(stop.from)}>
              <strong>{showTime(new Date(stop.from).toISOString(), language)}</strong>
              <span>{[nameOf(stop.site_id), lasted(stop)].join(' · ')}</span>
              <small>{`${stop.longitude.toFixed(4)}, ${stop.latitude.toFixed(4)}`}</small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
