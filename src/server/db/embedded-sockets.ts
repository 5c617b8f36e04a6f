import { once } from 'node:events';
import { chown, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Account } from './embedded-account.ts';

/** What systems allow for a socket's whole path, the shortest of them. */
const LONGEST_PATH = 103;

/**
 * A folder for the database's own socket, which answers a quarter sooner than the loopback address and costs both
 * sides less. Made anew, since a killed server leaves its socket behind. Undefined where there can be none.
 */
export async function socketFolder(home: string, account: Account): Promise<string | undefined> {
  const folder = join(home, 'sockets');
  // PostgreSQL takes a list of folders, in which these two stand for something.
  if (Buffer.byteLength(join(folder, '.s.PGSQL.65535')) > LONGEST_PATH || /[",]/.test(folder))
    return undefined;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (!(await canHold(folder))) return undefined;
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Network and foreign file systems often have no sockets. */
async function canHold(folder: string): Promise<boolean> {
  const probe = createServer().listen(join(folder, 'probe'));
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
