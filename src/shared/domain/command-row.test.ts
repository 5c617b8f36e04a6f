import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A simple kind that no other code refers to. */
const PLAIN = 'single_test';

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

test('a plain kind of command is one row, and one word in each language', () => {
  const lines = files('src').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => new RegExp(`\\b${PLAIN}\\b`).test(line) && !line.includes('row('))
      .map(() => path.replaceAll('\\', '/')),
  );
  expect(lines.sort()).toEqual([
    'src/shared/domain/command-kinds.ts',
    'src/shared/i18n/en/commands.ts',
    'src/shared/i18n/zh/commands.ts',
  ]);
});
