import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('every line has its answer, also an empty one, and none ends those after it', () => {
  const good = '{"state":"pending","act":"accept"}';
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/try.ts', 'order'], {
    input: `${good}\n\n{}\nnot JSON\n${good}\n`,
    encoding: 'utf8',
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toEqual([
    { to: 'accepted' },
    { error: expect.any(String) },
    { error: expect.any(String) },
    { error: expect.any(String) },
    { to: 'accepted' },
  ]);
}, 60_000);
