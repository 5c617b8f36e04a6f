import type { JudgedFactor } from '#shared/contract/home/home.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import {
  inPollutantUnit,
  judged,
  type Pollutant,
  pollutantFacts,
  pollutantOfCode,
} from '#shared/domain/pollutants.ts';
import { type Grade, pollutantGrade, waterGrade } from '#shared/domain/standing.ts';
import { reportedWater } from '#shared/domain/water-target.ts';
import { type Network, type Station, tells } from './network.ts';
import type { Frames } from './replay-frames.ts';

/** Colouring of stations: by air index and water class, or by one factor. */
export type Colouring = JudgedFactor | 'overall';

/** The unit of its values; empty for indices and classes. */
export function unitOf(colouring: Colouring): string {
  if (colouring === 'overall') return '';
  const pollutant = pollutantOfCode(colouring.code);
  return pollutant ? pollutantFacts[pollutant].unit : colouring.unit;
}

/** Whether a station is shown on the map: with one factor, only if it measures it. */
export function isOnMap(
  { medium, measures }: Pick<Station, 'medium' | 'measures'>,
  colouring: Colouring,
): boolean {
  return colouring === 'overall' || (colouring.medium === medium && measures.has(colouring.component_id));
}

/** Appearance of a station, now or in a past hour. */
export interface Shown {
  /** Online now, or with a value then. */
  there: boolean;
  grade: Grade | null;
  /** The index, class or value behind the grade. */
  value: number | null;
  figure: string;
}

/** Appearance of all stations at one time. */
export type Picture = (station: Station) => Shown;

export const classNumerals = ['Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ', 'Ⅴ', '>Ⅴ'] as const;

const nothing = { grade: null, value: null, figure: '' };

/** The current picture. */
export function livePicture(network: Network, colouring: Colouring): Picture {
  return (station) => ({
    there: station.online,
    ...(tells(station) ? judgedNow(network, station, colouring) : nothing),
  });
}

function judgedNow(network: Network, station: Station, colouring: Colouring): Omit<Shown, 'there'> {
  if (colouring === 'overall') return overall(station);
  if (colouring.medium !== station.medium) return nothing;
  const value = network.valueOf(station, colouring.component_id);
  if (value === null) return nothing;
  const pollutant = pollutantOfCode(colouring.code);
  if (pollutant) return ofPollutant(pollutant, inPollutantUnit(pollutant, value, colouring.unit));
  const grade = waterGrade(station.body, colouring, value);
  const figure = reportedWater(value, colouring.decimals).toFixed(colouring.decimals);
  return grade === null ? nothing : { grade, value, figure };
}

function overall({ medium, air, water }: Station): Omit<Shown, 'there'> {
  if (medium === 'air') {
    const { aqi = null, band } = air ?? {};
    return aqi === null || !band ? nothing : { grade: band.level, value: aqi, figure: String(aqi) };
  }
  return water?.class ? ofClass(water.class) : nothing;
}

function ofClass(grade: Grade): Omit<Shown, 'there'> {
  return { grade, value: grade, figure: classNumerals[grade - 1] ?? '' };
}

/** Grade and figure of a concentration, rounded as published. */
function ofPollutant(pollutant: Pollutant, concentration: number | null): Omit<Shown, 'there'> {
  if (concentration === null) return nothing;
  const value = judged(pollutant, concentration);
  const grade = pollutantGrade(airRulesAt(new Date()).aqi, pollutant, value);
  if (grade === null) return nothing;
  return { grade, value, figure: value.toFixed(pollutantFacts[pollutant].decimals) };
}

/** The picture of a past hour. */
export function replayPicture(frames: Frames, step: number): Picture {
  return (station) => {
    const cell = frames.cell(step, station.site.site_id);
    if (!cell) return { there: false, ...nothing };
    const { level, value } = cell;
    if (frames.isOverall && station.medium === 'water') return { there: true, ...ofClass(level) };
    const figure = value === null ? '' : value.toFixed(frames.decimals);
    return { there: true, grade: level, value, figure };
  };
}
