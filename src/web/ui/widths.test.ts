import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { widths } from './widths.ts';

const root = join(import.meta.dirname, '..');
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
);

/** All breakpoints of a sheet as the largest width of the narrower side, in any notation. */
function bounds(sheet: string): number[] {
  const queries = sheet.match(/@(?:media|container)[^{]*/g)?.join() ?? '';
  const upTo = [
    ...queries.matchAll(/max-width:\s*([\d.]+)px|\bwidth\s*<=\s*([\d.]+)px|([\d.]+)px\s*>=\s*width\b/g),
    ...queries.matchAll(/\bwidth\s*>\s*([\d.]+)px|([\d.]+)px\s*<\s*width\b/g),
  ];
  const from = [
    ...queries.matchAll(/min-width:\s*([\d.]+)px|\bwidth\s*>=\s*([\d.]+)px|([\d.]+)px\s*<=\s*width\b/g),
    ...queries.matchAll(/\bwidth\s*<\s*([\d.]+)px|([\d.]+)px\s*>\s*width\b/g),
  ];
  const px = (found: RegExpMatchArray) => Number(found.slice(1).find((one) => one !== undefined));
  return [...upTo.map(px), ...from.map((one) => px(one) - 1)];
}

test('pages change at three widths and at no others', () => {
  const all: number[] = Object.values(widths);
  const others = sheets.flatMap((path) =>
    bounds(readFileSync(join(root, path), 'utf8'))
      .filter((width) => !all.includes(width))
      .map((width) => `${path}: ${width}`),
  );
  expect(others).toEqual([]);
});

test.each([
  ['(max-width: 700px)', [700]],
  ['print and (min-width: 641px)', [640]],
  ['(width <= 700px)', [700]],
  ['(width < 701px)', [700]],
  ['(width>=641px)', [640]],
  ['(width > 640px)', [640]],
  ['(640px < width <= 1024px)', [1024, 640]],
  ['(641px <= width)', [640]],
  ['(700px >= width)', [700]],
  ['(prefers-reduced-motion: reduce)', []],
])('a sheet that changes at @media %s is understood', (query, widths) => {
  expect(bounds(`@media ${query} { a { width: 3px } }`)).toEqual(widths);
});

/** Finds width checks in scripts that do not use `widths.ts`. */
function asked(script: string): string[] {
  return script.match(/innerWidth\s*[<>](?!=?\s*widths\.)|\((?:max|min)-width:\s*\d+/g) ?? [];
}

test('scripts ask for no other width either', () => {
  const scripts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && path !== join('ui', 'widths.ts'),
  );
  const found = scripts.flatMap((path) =>
    asked(readFileSync(join(root, path), 'utf8')).map((said) => `${path}: ${said}`),
  );
  expect(found).toEqual([]);
  expect(asked("innerWidth < narrow; innerWidth>=900; matchMedia('(max-width: 700px)')")).toHaveLength(3);
  expect(asked('window.innerWidth <= widths.tablet')).toEqual([]);
});
