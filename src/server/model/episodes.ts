import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { winter } from './calendar.ts';
import { chance } from './chance.ts';
import { drift, type Place } from './weather.ts';

/** A cloud of haze or dust that starts at its origin, moves with the wind, and becomes wider and thinner. */
export interface Episode {
  kind: 'haze' | 'dust';
  origin: Place;
  start: number;
  end: number;
  /** µg/m³ in the centre at its maximum */
  strength: number;
  radiusKm: number;
}

/** Origins of episodes: industrial basins for haze, the edge of the desert for dust. */
const sources: readonly (readonly [kind: Episode['kind'], lat: number, lon: number])[] = [
  ['haze', 37.6, 114.6],
  ['haze', 39.4, 117.3],
  ['haze', 36.4, 117.4],
  ['haze', 34.4, 113.4],
  ['haze', 34.3, 108.6],
  ['haze', 30.9, 104.4],
  ['haze', 31.8, 119.4],
  ['haze', 30.5, 114.2],
  ['haze', 23.1, 113.1],
  ['dust', 40.8, 110.5],
];

/** At most one episode per source and slot. */
const SLOT_MS = 60 * HOUR_MS;
const LONGEST_MS = 54 * HOUR_MS;
const KEPT_SLOTS = 64;
const known = new Map<number, Episode[]>();

function episodesOf(slot: number): Episode[] {
  const there = known.get(slot);
  if (there) return there;
  const made = sources.flatMap((source, place) => episodeOf(source, place, slot) ?? []);
  // Only a cache: episodes are deterministic.
  if (known.size >= KEPT_SLOTS) known.clear();
  known.set(slot, made);
  return made;
}

function episodeOf(
  [kind, lat, lon]: (typeof sources)[number],
  place: number,
  slot: number,
): Episode | undefined {
  const dice = (n: number) => chance(31 + place, slot * 16 + n);
  const start = (slot + 0.95 * dice(0)) * SLOT_MS;
  const cold = winter(start);
  // Haze occurs in winter, dust a quarter of a year later, in spring.
  const likely = kind === 'haze' ? 0.34 + 0.24 * cold : 0.06 + 0.3 * Math.max(0, winter(start - 75 * DAY_MS));
  if (dice(1) > likely) return undefined;
  const origin = {
    latitude: lat + 1.2 * (dice(2) - 0.5),
    longitude: lon + 1.6 * (dice(3) - 0.5),
    elevation: 0,
  };
  const strong = 0.35 + 0.65 * dice(4) ** 2;
  return {
    kind,
    origin,
    start,
    end: start + (0.55 + 0.45 * dice(5)) * LONGEST_MS,
    strength: strong * (kind === 'haze' ? 120 + 80 * cold : 480),
    radiusKm: 35 + 40 * dice(6),
  };
}

/** All current episodes. */
export function episodesAt(ms: number): Episode[] {
  const slot = Math.floor(ms / SLOT_MS);
  return [...episodesOf(slot - 1), ...episodesOf(slot)].filter(({ start, end }) => ms > start && ms < end);
}

const KM_PER_DEGREE = 111.32;
/** Beyond this many radii its concentration is negligible. */
const FAR = 3.2;

/** The contribution of an episode at a place, in µg/m³. */
export function concentration(episode: Episode, place: Place, ms: number): number {
  const { origin, start, end, strength, radiusKm } = episode;
  const moved = drift(origin, start, ms);
  const age = (ms - start) / (end - start);
  const radius = radiusKm * (1 + 0.8 * age);
  const perLongitude = KM_PER_DEGREE * Math.cos((place.latitude * Math.PI) / 180);
  const east = (place.longitude - origin.longitude) * perLongitude - moved.east;
  const north = (place.latitude - origin.latitude) * KM_PER_DEGREE - moved.north;
  const away = Math.hypot(east, north) / radius;
  if (away > FAR) return 0;
  return strength * Math.sin(Math.PI * age) ** 2 * Math.exp((-away * away) / 2);
}

export function smokeAt(place: Place, ms: number): { haze: number; dust: number } {
  const sum = { haze: 0, dust: 0 };
  for (const episode of episodesAt(ms)) sum[episode.kind] += concentration(episode, place, ms);
  return sum;
}
