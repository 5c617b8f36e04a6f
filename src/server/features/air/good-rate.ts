import type { Evaluated } from '#server/standards/air-evaluate.ts';
import type { DayCounts } from '#shared/contract/air.ts';
import type { AirFigure } from '#shared/domain/air-figures.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import {
  type ComprehensiveIndex,
  comprehensiveIndex,
  periodConcentration,
} from '#shared/domain/comprehensive-index.ts';
import { judged, type Pollutant, pollutants } from '#shared/domain/pollutants.ts';
import { goodRate } from '#shared/domain/statistics.ts';

const DAY_MS = 24 * 3_600_000;

/** Days without a row had no data at all: they are as invalid as those with too little. */
export function dayCounts(days: readonly Evaluated[], { from, to }: { from: Date; to: Date }): DayCounts {
  const indices = days.map(({ report }) => report.aqi);
  const levels = [0, 0, 0, 0, 0, 0];
  for (const index of indices) {
    const band = aqiBand(index);
    if (band) levels[band.level - 1] = (levels[band.level - 1] ?? 0) + 1;
  }
  const { valid, percent } = goodRate(indices);
  const whole = Math.round((to.getTime() - from.getTime()) / DAY_MS);
  return { levels, valid, invalid: Math.max(0, whole - valid), good_percent: percent };
}

const dayFigure = (pollutant: Pollutant): AirFigure => (pollutant === 'o3' ? 'o3_8h' : `${pollutant}_24h`);

/** The comprehensive index of a period's valid days, by the rules of its last day. */
export function periodIndex(days: readonly Evaluated[], to: Date): ComprehensiveIndex {
  const concentrations = Object.fromEntries(
    pollutants.map((pollutant) => {
      const valid = days.flatMap(({ figures }) => {
        const average = figures[dayFigure(pollutant)];
        return average?.valid && average.value !== null ? [judged(pollutant, average.value)] : [];
      });
      return [pollutant, periodConcentration(pollutant, valid)];
    }),
  );
  return comprehensiveIndex(airRulesAt(new Date(to.getTime() - 1)), concentrations);
}
