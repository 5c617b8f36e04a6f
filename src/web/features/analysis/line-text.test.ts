import { expect, test } from 'vitest';
import { lineText } from './line-text.ts';

test('a negative intercept is subtracted, not added', () => {
  expect(lineText({ k: 0.9789, b: 11.4 })).toBe('y = 0.9789x + 11.40');
  expect(lineText({ k: 1.2, b: -3.25 })).toBe('y = 1.200x − 3.250');
  expect(lineText({ k: null, b: null })).toBe('–');
});
