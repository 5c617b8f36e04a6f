import { expect, test } from 'vitest';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { choose, effectOf, grouped, isSameSet, mergeSets, missingOf, withPowers } from './power-set.ts';

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
  const theirs = new Set([1, 3, 4]); // Removed 2, added 4.
  const mine = new Set([1, 2, 5]); // Removed 3, added 5.
  expect([...mergeSets(opened, theirs, mine)].sort()).toEqual([1, 4, 5]);
});

const usersPage = { ...power(20, 2), power_url: '/userconfigs/users' };
const equipmentPage = { ...power(21, 2), power_url: '/userconfigs/userequipment' };
const readUsers = { ...power(30, 3), power_code: 'user.read' };
const readGrants = { ...power(31, 3), power_code: 'equipment.read' };
const some = [usersPage, equipmentPage, readUsers, readGrants];
const choosing = { all: some, saved: new Set<number>(), mayChange: () => true };

test('a page brings the actions that it needs', () => {
  expect([...choose(choosing, new Set(), [equipmentPage], true)].sort()).toEqual([21, 30, 31]);
});

test('a page takes what it brought along again, but nothing that another page needs or that was saved', () => {
  const both = choose(choosing, choose(choosing, new Set(), [usersPage], true), [equipmentPage], true);
  expect([...choose(choosing, both, [equipmentPage], false)].sort()).toEqual([20, 30]);
  const saved = { ...choosing, saved: new Set([31]) };
  expect([...choose(saved, both, [equipmentPage], false)].sort()).toEqual([20, 30, 31]);
});

test('an action stays as long as a chosen page needs it', () => {
  const chosen = choose(choosing, new Set(), [usersPage], true);
  expect([...choose(choosing, chosen, [readUsers], false)].sort()).toEqual([20, 30]);
});

test('what chosen pages lack is named with the pages', () => {
  expect(missingOf(some, new Set([20, 21, 31])).map((one) => [one.power.power_id, ids(one.pages)])).toEqual([
    [30, [20, 21]],
  ]);
  // Users cannot grant powers that they lack.
  const bounded = { ...choosing, mayChange: ({ power_id }: RolePower) => power_id !== 31 };
  expect(
    missingOf(some, choose(bounded, new Set(), [equipmentPage], true)).map((one) => one.power.power_id),
  ).toEqual([31]);
});
