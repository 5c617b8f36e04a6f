import { expect, inject, test } from 'vitest';
import { sitUnderKills } from '#test/helpers/sitting-kills.ts';

// The long form, 500 learners at the built server, is `npm run bench -- sittings`.
test('servers that are killed while a paper is sat lose no acknowledged answer and submit nothing twice', async () => {
  const report = await sitUnderKills({
    learners: 20,
    questions: 12,
    program: inject('serverProgram'),
  });
  expect(report).toMatchObject({ lost: [], doubled: [], mismarked: [], orders: 20 });
  expect(report.acknowledged).toBeGreaterThan(100);
}, 600_000);
