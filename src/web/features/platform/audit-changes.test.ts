import { expect, test } from 'vitest';
import { changesOf } from './audit-changes.ts';

test('an edit tells what changed from what stayed', () => {
  const before = { real_name: 'A', remark: 'x', version: 1 };
  expect(changesOf({ before, after: { ...before, real_name: 'B', version: 2 } })).toEqual([
    { field: 'real_name', before: 'A', after: 'B', changed: true },
    { field: 'remark', before: 'x', after: 'x', changed: false },
  ]);
});

test('a new row lists what it holds, without its empty fields', () => {
  expect(changesOf({ before: null, after: { name: 'A', remark: '', mobile: null, hidden: false } })).toEqual([
    { field: 'name', before: undefined, after: 'A', changed: true },
    { field: 'hidden', before: undefined, after: false, changed: true },
  ]);
});

test('an emptied field is a change', () => {
  expect(changesOf({ before: { mobile: '138' }, after: { mobile: null } })).toEqual([
    { field: 'mobile', before: '138', after: null, changed: true },
  ]);
});

test('a sign-in has no fields', () => {
  expect(changesOf({ before: null, after: null })).toEqual([]);
});
