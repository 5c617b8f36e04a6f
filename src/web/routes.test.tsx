import { readFileSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { sections } from '#shared/menu.ts';
import { pending } from '#web/pending.ts';
import { pages, routes } from './routes.tsx';

const wanted = readFileSync('test/spec/routes.txt', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('/'))
  .map((line) => line.split(/\s/)[0] ?? '');

/** Routes of the shell itself, which are neither pending nor features. */
const own = ['/download', '/login', '/404'];
/** Pages outside the spec's list; `spec-lists.test.ts` gives the reasons. */
const ours = [
  '/workorder/duty',
  '/learning/laboratory',
  '/dataanalysis/historyimport',
  '/siteconfigs/datatypes',
  '/siteconfigs/basins',
  '/siteconfigs/blocks',
];

function routed(path: string): boolean {
  const found = matchRoutes(routes, path.replace(':mn', 'A110000'))?.at(-1);
  return found !== undefined && found.route.path !== '*';
}

test('every screen of the spec has a route', () => {
  expect(wanted.length).toBeGreaterThan(70);
  expect(wanted.filter((path) => !routed(path))).toEqual([]);
});

test('every section path and the overtime page have a route', () => {
  expect([...sections.map(({ path }) => path), '/overtime'].filter((path) => !routed(path))).toEqual([]);
});

test('every screen is either built or pending', () => {
  const known = new Set([...Object.keys(pages), ...pending, ...own]);
  expect(wanted.filter((path) => !known.has(path))).toEqual([]);
  expect([...known].filter((path) => ![...wanted, ...ours].includes(path))).toEqual([]);
});

test('no screen that is built is still listed as pending', () => {
  expect(pending.filter((path) => path in pages)).toEqual([]);
  expect(new Set(pending).size).toBe(pending.length);
});

test('an unknown path is not taken for a screen', () => {
  expect(routed('/userconfigs/nothing')).toBe(false);
});
