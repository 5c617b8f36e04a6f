import { expect, test } from 'vitest';
import { unknownPlaceholders } from './alarm-template.ts';

test('everything in braces that is no placeholder is found, also with a space, unclosed or in full width', () => {
  expect(unknownPlaceholders('[{level}] {site} ({mn}): {what}\n{link}')).toEqual([]);
  expect(unknownPlaceholders('{bogus} {site name} { site } {}')).toEqual([
    '{bogus}',
    '{site name}',
    '{ site }',
    '{}',
  ]);
  expect(unknownPlaceholders('{site is at {value}')).toEqual(['{site is at']);
  expect(unknownPlaceholders('site} {site\n{mn}')).toEqual(['}', '{site']);
  expect(unknownPlaceholders('｛site｝')).toEqual(['｛site｝']);
});
