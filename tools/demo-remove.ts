import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { openInstance } from '#server/db/open-instance.ts';
import { limits, openPool } from '#server/db/pool.ts';
import { isInUse, type Report, removeDemo } from '#server/demo/remove.ts';
import { type Config, readConfig } from '#server/instance/config.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { StartError } from '#server/instance/start-error.ts';
import { postgresStore } from '#server/series/postgres/store.ts';

/** `npm run demo:remove`: removes the demo's stations and their data from a stopped instance. */
async function run(): Promise<void> {
  const { yes } = parseArgs({ options: { yes: { type: 'boolean', default: false } } }).values;
  const envFile = join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env, []);
  if (!yes && !(await isWanted(config))) {
    console.log('Nothing was changed.');
    return;
  }
  const instance = await openInstance(config);
  try {
    await migrate(instance.url, join(projectRoot, 'migrations'));
    const pool = openPool(instance.url, () => undefined, limits.background);
    try {
      if (await isInUse(pool)) throw new StartError('Lanjing is running on this database; stop it first.');
      const count = await removeDemo(pool, postgresStore(pool), showProgress());
      console.log(`${count} demo stations and all their data are gone; they will not come back.`);
      console.log("The demo's accounts stay, as do people and what they have made.");
    } finally {
      await pool.end();
    }
  } finally {
    await instance.close();
  }
}

/** Rewrites one line on a terminal; elsewhere prints a line at intervals. */
function showProgress(): Report {
  let shown = -100;
  return (done, total) => {
    const percent = Math.floor((done * 100) / total);
    const inPlace = process.stdout.isTTY;
    if (percent < 100 && percent < shown + (inPlace ? 1 : 25)) return;
    shown = percent;
    const line = `Taking the demo's data out … ${percent} %`;
    process.stdout.write(inPlace && percent < 100 ? `\r${line}` : `${inPlace ? '\r' : ''}${line}\n`);
  };
}

async function isWanted(config: Config): Promise<boolean> {
  const place = config.databaseUrl === undefined ? config.dataDir : 'the database of DATABASE_URL';
  if (!process.stdin.isTTY) {
    throw new StartError(
      `This takes all demo stations and their data out of ${place}; say --yes if you mean it.`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Take all demo stations and their data out of ${place}? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
