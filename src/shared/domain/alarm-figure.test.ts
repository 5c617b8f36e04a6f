import { expect, test } from 'vitest';
import { figureWord, limitWord } from './alarm-figure.ts';

const alarm = { kind: 'over_standard', side: 'high', unit: 'µg/m³', decimals: 0 } as const;

test.each([
  [alarm, 76.4, { word: 'alarmLog.value_with_unit', slots: { value: '76', unit: 'µg/m³' } }],
  [{ ...alarm, unit: '' }, 7, { word: 'alarmLog.value_with_unit', slots: { value: '7', unit: '' } }],
  [{ ...alarm, side: 'water_class', unit: null }, 6, { word: 'standards.class_6', slots: {} }],
  [
    { ...alarm, kind: 'low_power' as const, unit: null },
    186.5,
    { word: 'alarmLog.value_with_unit', slots: { value: '186.5', unit: 'V' } },
  ],
  [
    { ...alarm, kind: 'clock_drift' as const },
    -12,
    { word: 'alarmLog.clock_behind', slots: { minutes: '12' } },
  ],
])('a value of %j that is %s is told in its own words', (of, value, word) => {
  expect(figureWord(of, value)).toEqual(word);
});

test('the limit of a clock is minutes either way', () => {
  expect(limitWord({ ...alarm, kind: 'clock_drift' }, 10)).toEqual({
    word: 'alarmLog.span_minutes',
    slots: { minutes: '10' },
  });
});
