import { expect, test } from 'vitest';
import type { ComparedSite } from '#shared/contract/analysis/comparison.ts';
import { namedComparison } from './named-comparison.ts';

const row = (site_id: number, mean: number | null) => ({ site_id, mean }) as ComparedSite;
const sites = [
  { site_id: 1, site_name: '甲' },
  { site_id: 2, site_name: '乙' },
  { site_id: 3, site_name: '丙' },
];

test('results have the names of their sites, the highest mean first, those without a mean last', () => {
  const named = namedComparison([row(1, null), row(2, 30), row(3, 40)], sites);
  expect(named.map(({ name }) => name)).toEqual(['丙', '乙', '甲']);
});

test('results of sites that are no longer selected are left out', () => {
  expect(namedComparison([row(1, 20), row(9, 40)], sites)).toEqual([{ site_id: 1, mean: 20, name: '甲' }]);
});
