import { expect, test } from 'vitest';
import { DueList } from './due-list.ts';

const due = (command_id: number, site_id: number, batch_id: number | null = null, concurrency = 2) => ({
  ...{ command_id, site_id, batch_id, concurrency },
});
const all = { isFree: () => true, hasLine: () => true, underWay: () => 0 };

test('one command per device at a time, in order', () => {
  const list = new DueList();
  list.replace([due(1, 1), due(2, 1), due(3, 2)]);
  expect(list.choose(all, 10)).toEqual([1, 3]);
  expect(list.choose(all, 10)).toEqual([2]);
  expect(list.size).toBe(0);
});

test('a batch has no more under way than it may, and keeps nobody else waiting', () => {
  const list = new DueList();
  list.replace([due(1, 1, 7), due(2, 2, 7), due(3, 3, 7), due(4, 4), due(5, 5, 8)]);
  expect(list.choose({ ...all, underWay: (batch) => (batch === 7 ? 1 : 0) }, 10)).toEqual([1, 4, 5]);
  expect(list.choose({ ...all, underWay: () => 2 }, 10)).toEqual([]);
  expect(list.choose(all, 10)).toEqual([2, 3]);
});

test('commands without a line are dropped from the list, those of busy devices wait', () => {
  const list = new DueList();
  list.replace([due(1, 1), due(2, 2), due(3, 3)]);
  expect(list.choose({ ...all, hasLine: (site) => site !== 1, isFree: (site) => site !== 2 }, 10)).toEqual([
    3,
  ]);
  expect(list.choose(all, 10)).toEqual([2]);
});

test('no more than can be taken at once', () => {
  const list = new DueList();
  list.replace([due(1, 1), due(2, 2), due(3, 3, 9), due(4, 4, 9)]);
  expect(list.choose(all, 1)).toEqual([1]);
  expect(list.choose(all, 2)).toEqual([2, 3]);
  expect(list.choose(all, 2)).toEqual([4]);
});

test('what was chosen while a look went on is not listed by that look again', () => {
  const list = new DueList();
  list.replace([due(1, 1), due(2, 2)]);
  list.lookBegins();
  expect(list.choose(all, 1)).toEqual([1]);
  list.replace([due(1, 1), due(2, 2)]);
  expect(list.choose(all, 10)).toEqual([2]);
  list.lookBegins();
  list.replace([due(1, 1)]);
  expect(list.choose(all, 10)).toEqual([1]);
});
