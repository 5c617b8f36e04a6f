import { expect, inject, test } from 'vitest';
import { killUnderCommands } from '#test/helpers/command-kills.ts';

// Long version with fifty kills of the built server: `npm run bench -- command-kills`.
test('a server that is killed loses no command, doubles none, and what is written down of each is true', async () => {
  const report = await killUnderCommands({
    kills: 3,
    devices: 6,
    program: inject('serverProgram'),
  });
  expect(report).toMatchObject({ commands: 18, lost: [], doubled: [], untrue: [] });
}, 600_000);
