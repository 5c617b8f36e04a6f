import { describe, expect, test } from 'vitest';
import { users } from '#shared/contract/access/users.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { filtersOf, readQuery, withoutLists, writeQuery } from './list-query.ts';

const read = (address: string) => readQuery(users.list, new URLSearchParams(address));
const write = (address: string, change: Record<string, unknown>) =>
  writeQuery(users.list, new URLSearchParams(address), change).toString();

describe('reading an address', () => {
  test('a plain address is the first page in the default order', () => {
    expect(read('')).toEqual({ page_index: 1, page_size: 20, order: 'asc' });
  });

  test('text becomes what the contract says it is', () => {
    expect(read('page_index=3&role_id=0&status=sealed&keyword=12')).toEqual({
      page_index: 3,
      page_size: 20,
      order: 'asc',
      role_id: 0,
      status: 'sealed',
      keyword: '12',
    });
  });

  test('what the contract refuses or does not know is left out instead of breaking the page', () => {
    expect(read('page_index=zero&page_size=99999&status=gone&order=sideways&sort=shoe&colour=red')).toEqual({
      page_index: 1,
      page_size: 20,
      order: 'asc',
    });
  });

  test('a moment in time stays as it was written', () => {
    const at_from = '2026-03-01T00:00:00.000Z';
    expect(readQuery(audit.list, new URLSearchParams({ at_from })).at_from).toBe(at_from);
  });
});

describe('writing an address', () => {
  test('defaults and emptied filters leave the address', () => {
    expect(write('page_index=4&keyword=li', { page_index: 1, keyword: undefined, page_size: 20 })).toBe('');
  });

  test('keys of others stay', () => {
    expect(write('tab=2', { role_id: 3 })).toBe('tab=2&role_id=3');
  });

  test('what was written reads back the same', () => {
    const change = { role_id: 0, status: 'pending', sort: 'account', order: 'desc', page_index: 2 };
    expect(read(write('', change))).toMatchObject(change);
  });
});

test('paging and order are no filters', () => {
  expect(filtersOf(users.list, read('page_index=2&sort=account&order=desc&keyword=x&role_id=0'))).toEqual({
    keyword: 'x',
    role_id: 0,
  });
});

test('another list at the same address starts without the keyword, filters and page of the one before', () => {
  const cleared = withoutLists(users.list);
  expect(Object.keys(cleared)).toEqual(expect.arrayContaining(['keyword', 'page_index', 'sort', 'role_id']));
  expect(write('sites=1&keyword=PM&page_index=3', cleared)).toBe('sites=1');
});
