import { expect, test } from 'vitest';
import type { Station } from './network.ts';
import type { Shown } from './picture.ts';
import { ranked } from './ranking.ts';

/** Sorted by name, as the server returns them. */
const stations = ['安', '北', '成', '大'].map(
  (site_name, order) =>
    ({
      site: { site_id: order, site_name, virtual_data: site_name === '大' },
      medium: 'air',
      order,
    }) as unknown as Station,
);
const values = new Map<number, number | null>([
  [0, 80],
  [1, 120],
  [2, 80],
  [3, 500],
]);
const picture = ({ site }: Station): Shown => {
  const value = values.get(site.site_id) ?? null;
  return { there: true, grade: 1, value, figure: String(value) };
};
const names = (order: 'worst' | 'best' | 'name') =>
  ranked(stations, 'air', picture, order).map(({ station }) => station.site.site_name);

test('the worst or the best come first, equal ones by name, and simulated ones not at all', () => {
  expect(names('worst')).toEqual(['北', '安', '成']);
  expect(names('best')).toEqual(['安', '成', '北']);
  expect(names('name')).toEqual(['安', '北', '成']);
});

test('who has no figure, or measures something else, has no place', () => {
  values.set(1, null);
  expect(names('worst')).toEqual(['安', '成']);
  expect(ranked(stations, 'water', picture, 'worst')).toEqual([]);
});
