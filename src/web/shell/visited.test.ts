import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useVisited, visited } from './visited.ts';

beforeEach(() => visited.closeAll());

const shown = () => renderHook(useVisited).result.current.map(({ path, search }) => path + search);

test('a page is opened once and keeps its latest query', () => {
  act(() => {
    visited.open('/userconfigs/users', '');
    visited.open('/userconfigs/roles', '');
    visited.open('/userconfigs/users', '?page_index=3');
  });
  expect(shown()).toEqual(['/userconfigs/users?page_index=3', '/userconfigs/roles']);
  expect(JSON.parse(sessionStorage.getItem('tabs') ?? '')).toHaveLength(2);
});

test('an open page is found again with its query, another without one', () => {
  act(() => visited.open('/userconfigs/users', '?keyword=zhang'));
  expect(visited.addressOf('/userconfigs/users')).toBe('/userconfigs/users?keyword=zhang');
  expect(visited.addressOf('/userconfigs/roles')).toBe('/userconfigs/roles');
});

test('closing a page leads to its neighbour', () => {
  act(() => {
    for (const path of ['/a', '/b', '/c']) visited.open(path, '');
  });
  expect(visited.close('/b')).toEqual({ path: '/c', search: '' });
  expect(visited.close('/c')).toEqual({ path: '/a', search: '' });
  expect(visited.close('/a')).toBeUndefined();
});

test('closing the others keeps the one', () => {
  act(() => {
    for (const path of ['/a', '/b', '/c']) visited.open(path, '');
    visited.closeOthers('/b');
  });
  expect(shown()).toEqual(['/b']);
});

test('only so many pages stay open', () => {
  act(() => {
    for (let at = 0; at < 30; at++) visited.open(`/${at}`, '');
  });
  expect(shown()).toHaveLength(20);
  expect(shown().at(-1)).toBe('/29');
});
