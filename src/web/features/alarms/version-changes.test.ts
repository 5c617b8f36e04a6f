import { expect, test } from 'vitest';
import { versionChanges } from './version-changes.ts';

const first = { scope: 'network', high_alarm: 75, low_alarm: null, hours: [], remark: '', version: 1 };

test('the first version lists what it says, without what is empty', () => {
  expect(versionChanges(first, undefined).map(({ field }) => field)).toEqual([
    'scope',
    'component_id',
    'high_alarm',
    'hours',
  ]);
});

test('a later one lists what changed', () => {
  const next = { ...first, high_alarm: 60, hours: [['08:00', '20:00']], version: 2 };
  expect(versionChanges(next, first)).toEqual([
    { field: 'high_alarm', was: 75, is: 60 },
    { field: 'hours', was: [], is: [['08:00', '20:00']] },
  ]);
});
