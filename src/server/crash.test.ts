import { expect, test } from 'vitest';
import { crash } from '#test/helpers/crash.ts';

// The long form, ten kills of the built server, is `npm run bench -- crash`.
test('what was acknowledged is stored, exactly once, whatever is killed in the middle of it', async () => {
  const report = await crash({ kills: 4, devices: 20, program: ['--import', 'tsx', 'src/server/main.ts'] });
  expect(report).toMatchObject({ lost: [], wrong: [] });
  expect(report.acknowledged).toBeGreaterThan(100);
  expect(report.resent).toBeGreaterThan(0);
}, 180_000);
