import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot, projectRootAbove } from './project-root.ts';

test('the root is found from the sources and from the bundle', () => {
  const root = process.cwd();
  expect(projectRoot).toBe(root);
  for (const file of ['dist/server/main.js', 'dist/server/chunk-1.js', 'src/server/instance/project-root.ts'])
    expect(projectRootAbove(join(root, file)), file).toBe(root);
});
