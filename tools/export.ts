import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { joinInstance } from '#server/db/open-instance.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { exportInstance } from '#server/transfer/export.ts';
import { folderOf, progress, runCommand, summary } from './terminal.ts';

/** `npm run export -- --to <folder>`: exports a whole instance; its server may be running. */
await runCommand(async (config, signal) => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  const folder = folderOf(to, 'npm run export -- --to <folder>');
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));
  const instance = await joinInstance(config);
  try {
    // Lower priority than the running server.
    if (instance.shared) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const { url } = instance;
    const { signing_secret, token_secret } = instance.secrets;
    const secrets = { signing_secret, token_secret: config.tokenSecret ?? token_secret };
    const manifest = await exportInstance({
      url,
      dataDir: config.filesDir,
      secrets,
      folder,
      version,
      signal,
      report: progress(),
    });
    console.log(`\n${summary(manifest)}\n`);
    console.log(
      `${folder} holds the instance as it was at ${manifest.taken_at}, with its secrets: keep it safe.`,
    );
    if (manifest.missing.length === 0) return;
    console.error(`${manifest.missing.length} files that the database names are not in it (marked ✗ above).`);
    process.exitCode = 1;
  } finally {
    await instance.close();
  }
});
