import { parseArgs } from 'node:util';
import { openInstance } from '#server/db/open-instance.ts';
import { importInstance } from '#server/transfer/import.ts';
import { readManifest } from '#server/transfer/manifest.ts';
import { folderOf, progress, runCommand, summary } from './terminal.ts';

/** `npm run import -- --from <folder>`: imports an exported instance into an empty one. */
await runCommand(async (config, signal) => {
  const { from, restart } = parseArgs({
    options: { from: { type: 'string' }, restart: { type: 'boolean', default: false } },
  }).values;
  const folder = folderOf(from, 'npm run import -- --from <folder>');
  // Before the instance is created: a wrong folder name must have no effect.
  await readManifest(folder);
  const instance = await openInstance(config);
  try {
    const { url, dataDir, secrets } = instance;
    const embedded = config.databaseUrl === undefined;
    const { manifest, different } = await importInstance({
      url,
      dataDir,
      filesDir: config.filesDir,
      secrets,
      embedded,
      folder,
      restart,
      signal,
      report: progress(),
    });
    console.log(`\n${summary(manifest)}\n`);
    if (different.length > 0) {
      console.error(`Not what the export holds: ${different.join(', ')}. Say --restart to begin anew.`);
      process.exitCode = 1;
      return;
    }
    console.log(
      `Everything is here as it was at ${manifest.taken_at}, read back and compared; start with npm start.`,
    );
    if (manifest.missing.length > 0) {
      console.log(`Files marked ✗ were missing already where the export was made.`);
    }
  } finally {
    await instance.close();
  }
});
