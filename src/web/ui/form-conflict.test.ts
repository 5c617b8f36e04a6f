import { expect, test } from 'vitest';
import { changedFields, mergeEdits } from './form-conflict.ts';

const keys = ['name', 'remark', 'role'];
const opened = { name: 'A', remark: '', role: 1 };

test('fields that the user left alone take what the other saved', () => {
  const { values, differences } = mergeEdits(
    keys,
    opened,
    { ...opened, role: 2 },
    { ...opened, remark: 'mine' },
  );
  expect(values).toEqual({ name: 'A', remark: 'mine', role: 2 });
  expect(differences).toEqual([{ key: 'role', was: 1, theirs: 2 }]);
});

test('where both typed, the user keeps theirs and sees both', () => {
  const { values, differences } = mergeEdits(
    keys,
    opened,
    { ...opened, name: 'B' },
    { ...opened, name: 'C' },
  );
  expect(values.name).toBe('C');
  expect(differences).toEqual([{ key: 'name', was: 'A', theirs: 'B', mine: 'C' }]);
});

test('the same edit by both is no difference of opinion', () => {
  const { differences } = mergeEdits(keys, opened, { ...opened, name: 'B' }, { ...opened, name: 'B' });
  expect(differences).toEqual([{ key: 'name', was: 'A', theirs: 'B' }]);
});

test('only what changed is sent', () => {
  expect(changedFields(keys, opened, { ...opened, remark: 'new' })).toEqual({ remark: 'new' });
  expect(changedFields(keys, opened, { ...opened })).toEqual({});
});
