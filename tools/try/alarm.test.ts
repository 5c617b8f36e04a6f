import { expect, test } from 'vitest';
import { prettifyError, ZodError } from 'zod';
import { tryAlarm } from './alarm.ts';

const rule = { high_warning: 75, high_alarm: 150, raise_after: 2, clear_after: 2, deadband: 5 };
const at = (hour: number) => `2026-11-01 ${String(hour).padStart(2, '0')}:00:00`;
type Given = number | null | readonly [number, string | null];

function episodes(values: readonly Given[], more: object = {}, from = 8) {
  const rows = values.map((given, hour) =>
    typeof given === 'number' || given === null ? [at(from + hour), given, 'N'] : [at(from + hour), ...given],
  );
  return tryAlarm(JSON.stringify({ rule: { ...rule, ...more }, interval: 3600, values: rows })).episodes;
}

test('an episode is told as the text says, with times as they came', () => {
  expect(episodes([80.5, 93.1, 160, 70, 71, 70, 70])).toEqual([
    {
      ...{ side: 'high', level: 'warning', from: at(8), raised: at(9), to: at(13) },
      ...{ peak: 160, n: 5 },
    },
  ]);
});

test('what is missing, flagged or outside the hours is passed over', () => {
  expect(episodes([80, null, [999, 'D'], 80])).toMatchObject([{ from: at(8), raised: at(11), n: 2 }]);
  expect(episodes([80, [80, null], 80])).toMatchObject([{ raised: at(10), n: 2 }]);
  const night = [['22:00', '06:00']];
  expect(episodes([80, 80, 80], { hours: night }, 20)).toEqual([]);
  expect(episodes([80, 80, 80], { hours: night }, 21)).toMatchObject([{ from: at(22), raised: at(23) }]);
});

test('high stands before low where they begin together', () => {
  const both = { high_warning: 5, high_alarm: null, low_warning: 10, raise_after: 1, deadband: 0 };
  expect(episodes([7], both).map(({ side }) => side)).toEqual(['high', 'low']);
});

const line = (more: object) => JSON.stringify({ rule, interval: 3600, values: [], ...more });
test.each([
  ['nothing', '{}', /at rule/],
  ['no interval', line({ interval: 0 }), /at interval/],
  ['an alarm limit inside the warning limit', line({ rule: { high_warning: 9, high_alarm: 8 } }), /inside/],
  ['no count', line({ rule: { ...rule, raise_after: 0 } }), /at rule.raise_after/],
  ['no time of the day', line({ rule: { ...rule, hours: [['24:30', '08:00']] } }), /not a time of the day/],
  ['no day of the calendar', line({ values: [['2026-02-30 08:00:00', 1, 'N']] }), /not a time/],
  ['a text for a value', line({ values: [[at(8), 'x', 'N']] }), /at values\[0\]\[1\]/],
  [
    'values that are not in order',
    line({ values: [9, 8].map((hour) => [at(hour), 1, 'N']) }),
    /order of time/,
  ],
])('%s is refused with its place', (_what, given, message) => {
  try {
    tryAlarm(given);
  } catch (error) {
    expect(error instanceof ZodError && prettifyError(error)).toMatch(message);
    return;
  }
  expect.unreachable();
});
