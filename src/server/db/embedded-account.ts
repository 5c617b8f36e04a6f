import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { StartError } from '#server/instance/start-error.ts';

/** The user that runs the database programs; undefined means the current user. */
export type Account = { uid: number; gid: number; name: string } | undefined;

/** PostgreSQL refuses to run as root, so under root it runs as a system user. */
export function databaseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  // A cluster made by an ordinary user keeps its owner: one `sudo npm start` must not lock that user out.
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid, name: `uid ${uid}` };
  }
  const account = systemUser('postgres') ?? systemUser('nobody');
  if (account) return account;
  throw new StartError(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody" to run it as; start Lanjing as an ordinary user.',
  );
}

function systemUser(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return line ? { uid: Number(uid), gid: Number(gid), name } : undefined;
}

/** Tests access as that user, because mode bits are not enough (access lists, mount options). */
export function canPassThrough(folder: string, account: Account): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], runAs(account)).status === 0;
}

/** Options to spawn a database program: its user, and a working directory which that user can access. */
export function runAs(account: Account): { cwd: string; uid?: number; gid?: number } {
  return account ? { cwd: '/', uid: account.uid, gid: account.gid } : { cwd: '/' };
}
