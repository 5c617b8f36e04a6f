import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type ColumnSpec, useColumns } from './useColumns.ts';

interface Row {
  name: string;
  remark: string;
  at: string;
}

const columns: ColumnSpec<Row>[] = ['name', 'remark', { key: 'at', rare: true }];
const shown = (specs = columns) => {
  const { result } = renderHook(() => useColumns('things', specs));
  return { result, keys: () => result.current.shown.map(({ key }) => key) };
};

beforeEach(() => localStorage.clear());

test('rare columns are offered but not shown at first', () => {
  const { result, keys } = shown();
  expect(keys()).toEqual(['name', 'remark']);
  expect(result.current.all).toHaveLength(3);
});

test('a choice is kept for the next visit', () => {
  const first = shown();
  act(() => first.result.current.toggle('at'));
  act(() => first.result.current.toggle('remark'));
  act(() => first.result.current.move('at', -1));
  expect(shown().keys()).toEqual(['name', 'at']);
});

test('a column that a newer version brings appears in its place', () => {
  const first = shown(['name', 'remark']);
  act(() => first.result.current.move('remark', -1));
  expect(shown(['name', 'at', 'remark']).keys()).toEqual(['remark', 'name', 'at']);
});

test('a damaged memory counts as none', () => {
  localStorage.setItem('columns.things', '{"order":3}');
  expect(shown().keys()).toEqual(['name', 'remark']);
});

test('the default order comes back on demand', () => {
  const { result, keys } = shown();
  act(() => result.current.move('remark', -1));
  expect(keys()).toEqual(['remark', 'name']);
  act(() => result.current.reset());
  expect(keys()).toEqual(['name', 'remark']);
});
