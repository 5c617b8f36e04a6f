import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder above with a package.json: sources and the bundle in dist/server lie differently deep. */
export function projectRootAbove(file: string): string {
  const folder = dirname(file);
  if (folder === file) throw new Error('no package.json above the program');
  return existsSync(join(folder, 'package.json')) ? folder : projectRootAbove(folder);
}

export const projectRoot = projectRootAbove(fileURLToPath(import.meta.url));
