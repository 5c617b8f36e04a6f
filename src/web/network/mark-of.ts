import { rankOf } from '#web/map/mark-grades.ts';
import type { StationMark } from '#web/map/station-layer.ts';
import type { Station } from './network.ts';
import type { Picture } from './picture.ts';
import { isMaintained } from './site-state.ts';

const rings = { warning: 1, alarm: 2 } as const;

/** Alarms and maintenance are current; a past hour has none. */
export function markOf(station: Station, picture: Picture, isLive: boolean): StationMark {
  const { site, medium } = station;
  const { there, grade, figure } = picture(station);
  return {
    medium,
    site_id: site.site_id,
    name: site.site_name,
    longitude: site.longitude ?? 0,
    latitude: site.latitude ?? 0,
    online: there,
    rank: rankOf(medium, grade),
    figure,
    virtual: site.virtual_data,
    wind: isLive ? station.wind : undefined,
    alarm: isLive && station.alarm ? rings[station.alarm.level] : 0,
    maintained: isLive && isMaintained(station),
  };
}
