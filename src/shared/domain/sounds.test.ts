import { expect, test } from 'vitest';
import { sounds } from './sounds.ts';

test('a name is met from the start of any of its syllables', () => {
  for (const typed of ['chang', 'changj', 'changjiang', 'chang jiang', 'daqiao', 'qi'])
    expect(sounds('chang jiang da qiao', typed)).toBe(true);
});

test('and not from the middle of one, nor with syllables left out', () => {
  for (const typed of ['hang', 'ang', 'iao', 'changda', '', ' '])
    expect(sounds('chang jiang da qiao', typed)).toBe(false);
});
