import { expect, test } from 'vitest';
import type { AlarmEvent } from '#shared/contract/live.ts';
import { isRung } from './alarm-ring.ts';

const event = (more: Partial<AlarmEvent>): AlarmEvent => ({
  ...{ topic: 'alarm', site_id: 1, alarm_id: 1, did: 'raised', level: 'alarm', family: 'measurement' },
  ...more,
});

test.each([
  ['a new alarm rings', event({}), true],
  ['a warning that became an alarm rings', event({ did: 'worsened' }), true],
  ['a warning does not', event({ level: 'warning' }), false],
  ['an end does not', event({ did: 'recovered' }), false],
  ['what people do does not', event({ did: 'acknowledged' }), false],
  ['what late values tell of does not', event({ late: true }), false],
])('%s', (_name, told, rings) => {
  expect(isRung(told)).toBe(rings);
});
