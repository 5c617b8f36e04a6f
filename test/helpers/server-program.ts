import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/instance/project-root.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Arguments of `node` that start the server, for tests that run it as a child process. */
    serverProgram: string[];
  }
}

/** Bundled like the product: a start from the sources takes four times as long, and there are dozens. */
export async function makeProgram(): Promise<string[]> {
  const outdir = join('.cache', `test-${process.pid}`);
  process.once('exit', () => rmSync(join(projectRoot, outdir), { recursive: true, force: true }));
  const build = (await import(join(projectRoot, 'scripts', 'build.mjs'))) as {
    bundleServer(outdir: string): Promise<void>;
  };
  await build.bundleServer(outdir);
  return [join(outdir, 'server', 'main.js')];
}
