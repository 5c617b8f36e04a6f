import { expect, test } from 'vitest';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { effectOf, grouped, isSameSet, mergeSets, withPowers } from './power-set.ts';

const power = (power_id: number, type: 1 | 2 | 3, parent_id: number | null = null): RolePower => ({
  power_id,
  type,
  parent_id,
  power_name: `p${power_id}`,
  power_name_en: '',
  power_code: `code.${power_id}`,
  power_url: '',
});
const all = [power(1, 1), power(2, 2, 1), power(3, 3, 1), power(4, 2), power(9, 1), power(5, 3, 77)];
const ids = (powers: RolePower[]) => powers.map(({ power_id }) => power_id);

test('pages and actions stand under their group, strays in one of their own, empty groups nowhere', () => {
  expect(grouped(all).map(({ group, powers }) => [group?.power_id, ids(powers)])).toEqual([
    [1, [2, 3]],
    [undefined, [4, 5]],
  ]);
});

test('the effect names pages and actions that come and go', () => {
  const effect = effectOf(all, new Set([2, 3]), new Set([3, 4, 5]));
  expect(ids(effect.pages_gained)).toEqual([4]);
  expect(ids(effect.pages_lost)).toEqual([2]);
  expect(ids(effect.actions_gained)).toEqual([5]);
  expect(ids(effect.actions_lost)).toEqual([]);
});

test('ticks are added and taken without touching the others', () => {
  const chosen = withPowers(new Set([2]), [power(3, 3), power(4, 2)], true);
  expect([...chosen]).toEqual([2, 3, 4]);
  expect([...withPowers(chosen, [power(2, 2)], false)]).toEqual([3, 4]);
});

test('a set is the same whatever its order', () => {
  expect(isSameSet(new Set([1, 2]), new Set([2, 1]))).toBe(true);
  expect(isSameSet(new Set([1]), new Set([1, 2]))).toBe(false);
});

test("merging takes the other's changes and keeps one's own ticks", () => {
  const opened = new Set([1, 2, 3]);
  const theirs = new Set([1, 3, 4]); // took 2, gave 4
  const mine = new Set([1, 2, 5]); // took 3, gave 5
  expect([...mergeSets(opened, theirs, mine)].sort()).toEqual([1, 4, 5]);
});
