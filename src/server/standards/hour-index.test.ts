import { expect, test } from 'vitest';
import { airReport } from '#shared/domain/air-report.ts';
import { pollutants } from '#shared/domain/pollutants.ts';
import { hourAqi } from './hour-index.ts';

/** Pseudo-random numbers with a fixed seed. */
function* chance(): Generator<number> {
  for (let seed = 7; ; seed = (seed * 48_271) % 2_147_483_647) yield seed / 2_147_483_647;
}

test('it says of every hour what its whole report says', () => {
  const next = chance();
  const draw = () => next.next().value as number;
  const largest = [1000, 4000, 160, 1300, 700, 600];
  for (let round = 0; round < 3000; round++) {
    const exempt = Math.floor(draw() * 64);
    // With the noise of `real` columns.
    const values = largest.map((most) =>
      draw() < 0.15 ? Number.NaN : Math.fround(Math.round(draw() ** 3 * most * 20) / 20 - 0.5),
    );
    const figures = Object.fromEntries(
      pollutants.flatMap((pollutant, i) => {
        const value = values[i] ?? Number.NaN;
        return Number.isNaN(value) ? [] : [[`${pollutant}_1h`, { value, valid: true }]];
      }),
    );
    const report = airReport(
      '2026',
      'hour',
      figures,
      pollutants.filter((_, i) => exempt & (1 << i)),
    );
    expect(hourAqi(values, exempt), JSON.stringify({ values, exempt })).toBe(report.aqi);
  }
});
