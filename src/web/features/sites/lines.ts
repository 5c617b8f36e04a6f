import type { AnswerOf } from '#shared/contract/define.ts';
import { countsAt, type DataType, type readings } from '#shared/contract/readings/readings.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { countingFlags, counts } from '#shared/domain/validity.ts';
import type { SparkPoint } from '#web/charts/spark.ts';
import type { Point } from '#web/live/live-values.ts';

/** Time range of the sparkline beside a value. */
export const courseMs: Record<DataType, number> = {
  realtime: HOUR_MS,
  minute: DAY_MS,
  hour: DAY_MS,
  day: 30 * DAY_MS,
};

/** Values of each factor, oldest first. */
export function coursesOf({
  factors,
  data_info,
}: AnswerOf<typeof readings.ofSite>): Map<number, SparkPoint[]> {
  const rows = data_info.toReversed();
  return new Map(
    factors.map(({ component_id }, i) => [
      component_id,
      rows.map((row) => ({
        at: Date.parse(row.ts),
        value: row.values[i] ?? null,
        valid: countsAt(row, i),
      })),
    ]),
  );
}

/** Loaded points plus live ones; a live point replaces a loaded one of the same time. */
export function continued(
  asked: readonly SparkPoint[],
  heard: readonly Point[],
  counting: ReadonlySet<string> = countingFlags(),
): SparkPoint[] {
  const since = heard.map(({ ts, value, flag }) => ({
    at: Date.parse(ts),
    value,
    valid: counts(flag, 'l', counting),
  }));
  const again = new Set(since.map(({ at }) => at));
  return [...asked.filter(({ at }) => !again.has(at)), ...since].sort((a, b) => a.at - b.at);
}

/** Points farther apart than 2.5 usual steps are not connected. */
export function usualGapMs(points: readonly SparkPoint[]): number {
  const steps = points.slice(1).map(({ at }, i) => at - (points[i]?.at ?? at));
  const usual = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)];
  return (usual ?? HOUR_MS) * 2.5;
}
