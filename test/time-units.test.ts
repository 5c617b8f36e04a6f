import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const UNITS = 'src/shared/domain/time-units.ts';

/** Minutes, hours and days in milliseconds as literals or products; minutes of a day, seconds of an hour. */
const written = [
  /\b(?:60_?000|3_?600_?000|86_?400_?000)\b/,
  /\b(?:24 \* HOUR_MS|60 \* MINUTE_MS|1440 \* MINUTE_MS|24 \* 60\b|60 \* 60\b|60 \* 1000|1000 \* 60)\b/,
  // Except in a telephone number.
  /(?<!['"`\w])1440\b/,
  /\b(?:const|let) \w+ = 3600\b/,
];

function byHand(path: string, text: string): string[] {
  // The codec imports nothing from outside.
  if (path === UNITS || path.startsWith('src/protocol/')) return [];
  return text
    .split('\n')
    .flatMap((line, at) =>
      written.some((pattern) => pattern.test(line)) ? [`${path}:${at + 1} ${line.trim()}`] : [],
    );
}

test('lengths of time are written out once', () => {
  const files = ['src', 'tools']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => path.split(sep).join('/'));
  expect(files).toContain(UNITS);
  expect(files.flatMap((path) => byHand(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each([
  'const staleMs = 60_000;',
  'day: 7 * 24 * HOUR_MS,',
  'return 1440;',
  'const hour = 3600;',
  'setTimeout(look, 5 * 60 * 1000);',
])('%s would be found', (line) => {
  expect(byHand('src/server/scope.ts', line)).toHaveLength(1);
});

test('a number that is no time is none', () => {
  expect(byHand('src/server/demo/seed.ts', "'1440' || lpad(seed::text, 9, '0') + 160_000")).toEqual([]);
});
