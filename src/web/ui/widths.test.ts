import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { widths } from './widths.ts';

const root = join(import.meta.dirname, '..');
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
);

/** The largest width of the smaller side, however the sheet says it. */
function bounds(sheet: string): number[] {
  const queries = sheet.match(/@media[^{]*/g)?.join() ?? '';
  const upTo = [...queries.matchAll(/max-width:\s*([\d.]+)px/g)].map(([, px]) => Number(px));
  const from = [...queries.matchAll(/min-width:\s*([\d.]+)px/g)].map(([, px]) => Number(px) - 1);
  return [...upTo, ...from];
}

test('pages change at three widths and at no others', () => {
  const all: number[] = Object.values(widths);
  const others = sheets.flatMap((path) =>
    bounds(readFileSync(join(root, path), 'utf8'))
      .filter((width) => !all.includes(width))
      .map((width) => `${path}: ${width}`),
  );
  expect(others).toEqual([]);
  expect(bounds('@media (max-width: 700px) { } @media print and (min-width: 641px) {')).toEqual([700, 640]);
});
