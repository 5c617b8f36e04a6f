import { expect, test } from 'vitest';
import { airReport } from '#shared/domain/air-report.ts';
import { pollutantOf, pollutants } from '#shared/domain/pollutants.ts';
import { dayAqi, dayFigures, exemptBits } from './day-index.ts';

/** Pseudo-random numbers with a fixed seed. */
function* chance(): Generator<number> {
  for (let seed = 11; ; seed = (seed * 48_271) % 2_147_483_647) yield seed / 2_147_483_647;
}

const largest = { so2: 2700, no2: 1000, co: 65, o3: 1300, pm10: 700, pm25: 600 };

test.each(['2012', '2026'] as const)(
  'by the edition of %s it says of every day what its whole report says',
  (edition) => {
    const next = chance();
    const draw = () => next.next().value as number;
    const seen = new Set<number | null>();
    for (let round = 0; round < 3000; round++) {
      const exempt = pollutants.filter(() => draw() < 0.3);
      const days = dayFigures.map((figure) => {
        const kind = draw();
        const value = Math.round(draw() ** 3 * largest[pollutantOf(figure)] * 20) / 20 - 0.5;
        return { figure, kind: kind < 0.1 ? 'none' : kind < 0.2 ? 'doubtful' : 'valid', value };
      });
      const values = days.map(({ kind, value }) =>
        kind === 'none' ? Number.NaN : kind === 'doubtful' ? -Infinity : value,
      );
      const figures = Object.fromEntries(
        days.flatMap(({ figure, kind, value }) =>
          kind === 'none' ? [] : [[figure, { value, valid: kind === 'valid' }]],
        ),
      );
      const { aqi } = airReport(edition, 'day', figures, exempt);
      expect(dayAqi(edition, values, exemptBits(exempt)), JSON.stringify({ days, exempt })).toBe(aqi);
      seen.add(aqi);
    }
    expect(seen.size).toBeGreaterThan(100);
  },
);
