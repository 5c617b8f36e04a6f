import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { type Instance, joinInstance } from '#server/db/open-instance.ts';
import { limits, openPool } from '#server/db/pool.ts';
import { resetOnCommandLine, superAccounts } from '#server/features/access/command-line-reset.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { StartError } from '#server/instance/start-error.ts';
import { runCommand } from './terminal.ts';

/**
 * `npm run password:reset -- <account>`: a new password for an account that nobody else can reset, such as the only
 * super administrator's. The server may be running.
 */
await runCommand(async (config) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [account] = positionals;
  if (account === undefined || positionals.length > 1)
    throw new StartError('Say whose: npm run password:reset -- <account>');
  const instance = await joinInstance(config);
  try {
    await reset(instance, account);
  } finally {
    await instance.close();
  }
});

async function reset({ url, shared }: Instance, account: string): Promise<void> {
  // A stopped instance may have an older schema; a running server has migrated it.
  if (!shared) await migrate(url, join(projectRoot, 'migrations'));
  const pool = openPool(url, () => undefined, limits.calls);
  try {
    const done = await resetOnCommandLine(pool, account, userInfo().username);
    if (!done) {
      const supers = await superAccounts(pool);
      throw new StartError(
        `No account is called ${account}. ${supers.length > 0 ? `Super administrators: ${supers.join(', ')}.` : 'There is no super administrator yet; a start makes one.'}`,
      );
    }
    console.log(
      `New password of ${done.account} (${done.real_name}), shown only once:\n\n  ${done.password}\n`,
    );
    console.log(
      'It must be changed at the next sign-in. Sessions of this account have ended, and locks are gone.',
    );
    if (done.status !== 'normal')
      console.log(`The account is still ${done.status}: another administrator must let it in.`);
  } finally {
    await pool.end();
  }
}
