import { expect, inject, test } from 'vitest';
import { crash } from '#test/helpers/crash.ts';

// Long versions with ten kills of the built server, and minutes without a database: `npm run bench -- crash | away`.
test('acknowledged packets are stored exactly once, whatever is killed or unreachable meanwhile', async () => {
  const report = await crash({
    blows: [
      'kill server',
      'kill database',
      { database: 'cut', forMs: 4000 },
      'kill server',
      { database: 'frozen', forMs: 4000 },
      'kill database',
    ],
    devices: 20,
    program: inject('serverProgram'),
  });
  expect(report).toMatchObject({ lost: [], wrong: [] });
  expect(report.acknowledged).toBeGreaterThan(100);
  expect(report.resent).toBeGreaterThan(0);
}, 300_000);
