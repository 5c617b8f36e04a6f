import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest parent folder with a package.json: sources and the bundle in dist/server have different depths. */
export function projectRootAbove(file: string): string {
  const folder = dirname(file);
  if (folder === file) throw new Error('no package.json above the program');
  return existsSync(join(folder, 'package.json')) ? folder : projectRootAbove(folder);
}

export const projectRoot = projectRootAbove(fileURLToPath(import.meta.url));
