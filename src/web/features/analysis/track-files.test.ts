import { expect, test } from 'vitest';
import type { T } from '#web/i18n.ts';
import { trackRows } from './track-files.ts';

const t = ((key: string) => key) as T;

test('each point of a track is a row: what was measured, whether it counts, how fast, and the wind', () => {
  const at = Date.parse('2026-11-01T00:00:00Z');
  const place = { longitude: 118.8, latitude: 32.1 };
  const points = [
    { ...place, at, value: 35.5, doubtful: false, wind: { direction: 90, speed: 2 } },
    { ...place, at: at + 60_000, value: 990, doubtful: true, wind: null },
    { ...place, at: at + 120_000, value: null, doubtful: false, wind: null },
  ];
  const rows = trackRows(
    t,
    'PM₂.₅',
    'µg/m³',
    [{ site_id: 7, points, speeds: [null, 36.04, 0] }],
    (id) => `van ${id}`,
  );
  expect(rows[0]?.[4]).toBe('PM₂.₅ (µg/m³)');
  expect(rows.slice(1)).toEqual([
    ['2026-11-01 08:00:00', 'van 7', 118.8, 32.1, 35.5, 'common.yes', null, 90, 2],
    ['2026-11-01 08:01:00', 'van 7', 118.8, 32.1, 990, 'common.no', 36, undefined, undefined],
    ['2026-11-01 08:02:00', 'van 7', 118.8, 32.1, null, null, 0, undefined, undefined],
  ]);
});
