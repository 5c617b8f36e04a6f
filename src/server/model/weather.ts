import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { solarHour, winter } from './calendar.ts';
import { chance, clamp, ripple } from './chance.ts';

export interface Place {
  latitude: number;
  longitude: number;
  elevation: number;
}

export interface Weather {
  temperature: number;
  humidity: number;
  /** kPa */
  pressure: number;
  /** Direction in which the air moves, in m/s. */
  east: number;
  north: number;
  /** 0 dry, 1 heavy rain */
  rain: number;
}

/**
 * Weather fronts: a sum of a few waves with periods of days and lengths of a thousand kilometres. Neighbouring places
 * have similar weather, and the path of an air parcel has a closed formula.
 */
const waves = [62, 97, 151, 233].map((hours, i) => ({
  /** Radians per hour, and per degree. */
  speed: (2 * Math.PI) / hours,
  perLongitude: 0.16 + 0.08 * chance(11, i),
  perLatitude: 0.08 * (chance(12, i) - 0.5),
  phase: 2 * Math.PI * chance(13, i),
  turn: 2 * Math.PI * chance(14, i),
  strength: 1.5 - 0.2 * i,
}));
type Wave = (typeof waves)[number];

function angle(wave: Wave, place: Place, ms: number): number {
  const { speed, perLongitude, perLatitude, phase } = wave;
  return (speed * ms) / HOUR_MS - perLongitude * place.longitude - perLatitude * place.latitude + phase;
}

/** The monsoon: from the north-west in winter, from the south-east in summer, in m/s. */
const MONSOON_EAST = 0.8;
const MONSOON_NORTH = -1.2;

export function weatherAt(place: Place, ms: number): Weather {
  const cold = winter(ms);
  let east = MONSOON_EAST * cold;
  let north = MONSOON_NORTH * cold;
  for (const wave of waves) {
    const at = angle(wave, place, ms);
    east += wave.strength * Math.sin(at);
    north += wave.strength * Math.cos(at + wave.turn);
  }
  const [first, second] = waves as [Wave, Wave];
  const front = Math.sin(angle(first, place, ms));
  const rain = rainAt(place, ms, front, Math.sin(angle(second, place, ms) + 1), cold);
  const fromNorth = clamp((place.latitude - 22) / 20, 0, 1.2);
  const day = Math.cos((2 * Math.PI * (solarHour(ms, place.longitude) - 15)) / 24);
  const swing = day * (4.4 - 2.6 * rain);
  const temperature =
    23.5 -
    0.56 * (place.latitude - 23) -
    0.0055 * place.elevation -
    (7 + 8.5 * fromNorth) * cold +
    3 * Math.sin(angle(second, place, ms)) +
    swing -
    2 * rain;
  const humidity = 72 - 14 * fromNorth - 12 * fromNorth * cold + 9 * front + 26 * rain - 3.4 * swing;
  const pressure =
    101.5 * Math.exp(-place.elevation / 8434) +
    0.85 * cold +
    0.5 * Math.sin(angle(second, place, ms) + 2.6) -
    0.2 * front;
  return { temperature, humidity: clamp(humidity, 12, 99), pressure, east, north, rain };
}

function rainAt(place: Place, ms: number, front: number, second: number, cold: number): number {
  const shower = ripple(21, ms / (5 * HOUR_MS) + place.longitude / 2 + place.latitude / 3);
  const wet = 0.5 * front + 0.3 * second + 0.45 * shower;
  const dryness = 0.42 + 0.2 * cold + 0.012 * (place.latitude - 30);
  return clamp((wet - dryness) * 2.4, 0, 1);
}

/** Wind speed at the height where smoke is carried, relative to the surface wind. */
const ALOFT = 1.5;
const KM_PER_HOUR = 3.6;

/** How far the air over a place moves between two times, in kilometres. */
export function drift(place: Place, from: number, to: number): { east: number; north: number } {
  const hours = (to - from) / HOUR_MS;
  const cold = winter((from + to) / 2);
  let east = MONSOON_EAST * cold * hours;
  let north = MONSOON_NORTH * cold * hours;
  for (const wave of waves) {
    const [a, b] = [angle(wave, place, from), angle(wave, place, to)];
    east += (wave.strength / wave.speed) * (Math.cos(a) - Math.cos(b));
    north += (wave.strength / wave.speed) * (Math.sin(b + wave.turn) - Math.sin(a + wave.turn));
  }
  return { east: east * ALOFT * KM_PER_HOUR, north: north * ALOFT * KM_PER_HOUR };
}

/** Mean rain of the last day; affects rivers. */
export function recentRain(place: Place, ms: number): number {
  let sum = 0;
  for (let part = 0; part < 4; part++)
    sum += weatherAt(place, ms - (part * DAY_MS) / 4).rain * (1 - part / 5);
  return sum / 4;
}
