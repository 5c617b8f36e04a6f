import { expect, inject, test } from 'vitest';
import { killInStorm } from '#test/helpers/alarm-kills.ts';

// Long version with twenty kills of the built servers and of the database: `npm run bench -- alarm-kills`.
test('in a storm of alarms, whatever is killed: every episode once, every message once by its number', async () => {
  const report = await killInStorm({
    blows: ['judge', 'database', 'judge'],
    devices: 6,
    program: inject('serverProgram'),
  });
  expect(report).toMatchObject({ lost: [], wrong: [], wrongMessages: [] });
  expect(report.episodes).toBeGreaterThan(20);
  expect(report.messages).toBeGreaterThanOrEqual(report.episodes);
}, 400_000);
