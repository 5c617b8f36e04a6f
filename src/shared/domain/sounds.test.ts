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

test('a name that is said in several ways is met by each of them', () => {
  const syllables = 'bei jing shi dong cheng qu / bei jing dong cheng qu / bei jing dong cheng';
  for (const typed of [
    'beijingdongcheng',
    'beijing dongchengqu',
    'beijingshidongcheng',
    'beijingd',
    'jingdong',
  ])
    expect(sounds(syllables, typed), typed).toBe(true);
  for (const typed of ['beidongcheng', 'beijingcheng', 'beijingshiqu'])
    expect(sounds(syllables, typed), typed).toBe(false);
});
