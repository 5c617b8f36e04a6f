import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { type AqiItem, iaqi } from '#shared/domain/iaqi.ts';
import { judged, pollutantFacts, pollutantOf } from '#shared/domain/pollutants.ts';

/** Higher concentrations are not cached. */
const MOST_STEPS = 20_000;

/**
 * The individual index of a mean, cached by concentration: a network has millions of hours, but few different
 * concentrations.
 */
export function knownIaqi(edition: AqiEdition, item: AqiItem): (value: number) => number | null {
  const pollutant = pollutantOf(item);
  const steps = 10 ** pollutantFacts[pollutant].decimals;
  const known: (number | null | undefined)[] = [];
  return (value) => {
    if (!(value >= 0)) return null;
    const concentration = judged(pollutant, value);
    const step = Math.round(concentration * steps);
    if (step >= MOST_STEPS) return iaqi(edition, item, concentration);
    const before = known[step];
    if (before !== undefined) return before;
    const index = iaqi(edition, item, concentration);
    known[step] = index;
    return index;
  };
}
