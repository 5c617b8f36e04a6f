import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { hourOfDay, isWeekend, solarHour, winter } from './calendar.ts';
import { chance, clamp, ripple } from './chance.ts';
import { smokeAt } from './episodes.ts';
import { placeOnRoute } from './route.ts';
import type { ModelSite } from './site.ts';
import { type Weather, weatherAt } from './weather.ts';

/** The true state of the air at a station, without instrument effects, in the order of its factors. */
export function airAt(site: ModelSite, ms: number): number[] {
  const place = site.route ? { ...site, ...placeOnRoute(site.route, ms) } : site;
  const weather = weatherAt(place, ms);
  const values = pollution(place, ms, weather);
  values.push(weather.temperature, weather.humidity, weather.pressure, ...windOf(place, ms, weather));
  if (site.route) values.push(place.longitude, place.latitude);
  return values;
}

/** The wind at the station's mast: the regional wind plus a local breeze, calmer at night. */
function windOf(site: ModelSite, ms: number, { east, north }: Weather): [speed: number, from: number] {
  const day = 0.5 + 0.5 * Math.cos((2 * Math.PI * (solarHour(ms, site.longitude) - 14.5)) / 24);
  const u = east + 0.5 * ripple(site.seed + 5000, ms / (3 * HOUR_MS));
  const v = north + 0.5 * ripple(site.seed + 6000, ms / (3 * HOUR_MS));
  const degrees = (Math.atan2(-u, -v) * 180) / Math.PI;
  return [0.2 + Math.hypot(u, v) * (0.5 + 0.45 * day), (degrees + 360) % 360];
}

/** A bell curve of height 1 around an hour of the day. */
function around(hour: number, at: number, width: number): number {
  const away = (hour - at) / width;
  return Math.exp(-away * away);
}

const NO_AS_NO2 = 46 / 30;

/** PM2.5, PM10, SO2, NO2, O3, CO, NO, NOx, TVOC. */
function pollution(site: ModelSite, ms: number, weather: Weather): number[] {
  const cold = winter(ms);
  const hour = hourOfDay(ms);
  const sunHour = solarHour(ms, site.longitude);
  const northern = clamp((site.latitude - 24) / 12, 0, 1);
  const character = 0.85 + 0.3 * chance(site.seed, 1);
  const whim = ripple(site.seed + 1000, ms / (7 * HOUR_MS));
  const mood = ripple(site.seed + 2000, ms / (2 * DAY_MS));
  // Short local effects within an hour: smoke, a traffic jam, a lorry at the gate.
  const puff = 1 + 0.2 * ripple(site.seed + 3000, ms / (50 * MINUTE_MS));
  const jam = 1 + 0.2 * ripple(site.seed + 4000, ms / (40 * MINUTE_MS));

  // Weak wind and a low mixing layer at night accumulate emissions; rain washes them out.
  const speed = Math.hypot(weather.east, weather.north);
  const stale = 1.75 / (0.75 + speed / 2.2);
  const lid = 1 + 0.24 * Math.cos((2 * Math.PI * (sunHour - 5)) / 24);
  const washed = 1 - 0.45 * weather.rain;
  const trapped = stale * lid * washed * character;
  const { haze, dust } = smokeAt(site, ms);

  const rush =
    (around(hour, 8, 1.7) + 0.95 * around(hour, 18.5, 2.3) + 0.4 * around(hour, 13, 5)) *
    (isWeekend(ms) ? 0.7 : 1) *
    (site.route ? 1.6 : 1);
  const heating = Math.max(0, cold) * northern;

  const pm25 =
    puff *
    (site.pm25 * 0.9 * trapped * (1 + (0.3 + 0.25 * northern) * cold) * (1 + 0.2 * whim + 0.15 * mood) +
      haze * washed +
      0.12 * dust +
      2 * rush);
  const coarse = (8 + 12 * northern) * (1 - 0.7 * weather.rain) * (1 + 0.3 * mood + 0.5 * rush);
  const pm10 = pm25 * (1.22 + 0.1 * whim) + coarse + dust;
  const so2 = puff * ((4 + 5 * heating) * trapped + 0.05 * haze + 1.5 * rush);
  const no =
    jam * (1.5 + 14 * around(hour, 8, 1.9) * (1 + 0.8 * cold) + 6 * rush) * trapped * (1 + 0.25 * whim);
  const no2 = jam * ((17 + 8 * cold + 22 * rush) * trapped * (1 + 0.15 * whim) + 0.1 * haze);
  const co = 0.3 + jam * (0.2 * trapped * (1 + rush + 0.8 * heating) + haze / 170);
  const tvoc = 0.03 + 0.035 * trapped * (1 + rush) + 0.0012 * Math.max(0, weather.temperature);

  // Ozone is produced by sunlight and depleted by fresh NO and NO2.
  const sun = Math.max(0, Math.cos((2 * Math.PI * (sunHour - 14.8)) / 30)) ** 2;
  const summer = (1 - cold) / 2;
  const light = (1 - 0.75 * weather.rain) * (0.3 + 0.7 * summer);
  const o3 = 42 + sun * light * (115 + 45 * northern) * (1 + 0.25 * mood) - 0.5 * no2 - 0.35 * no + 3 * speed;

  return [pm25, pm10, so2, no2, Math.max(o3, 3), co, no, no2 + no * NO_AS_NO2, tvoc];
}
