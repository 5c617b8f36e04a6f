import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

const src = join(import.meta.dirname, '..', '..');

test('the lengths of time are written once', () => {
  expect([MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([60_000, 3_600_000, 86_400_000]);
  const copies = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|time-units\.ts$/.test(path))
    .filter((path) => /\b(?:3_?600_?000|86_?400_?000)\b/.test(readFileSync(join(src, path), 'utf8')));
  expect(copies).toEqual([]);
});
