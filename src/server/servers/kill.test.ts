import { expect, inject, test } from 'vitest';
import { killServers } from '#test/helpers/two-processes.ts';

// Long version with twenty kills of the built server: `npm run bench -- servers`.
test('with two servers on one database, killing one under load loses and doubles nothing, and live goes on', async () => {
  const report = await killServers({
    // The first server, which holds every lease.
    kills: [0],
    devices: 12,
    program: inject('serverProgram'),
  });
  expect(report).toMatchObject({ lost: [], wrong: [], lostMessages: [], doubledMessages: [] });
  expect(report.jobs).toEqual({ done: 18 });
  expect(report.messages).toBe(18);
  expect(report.acknowledged).toBeGreaterThan(100);
  expect(report.takeover).toBeLessThan(30);
}, 300_000);
