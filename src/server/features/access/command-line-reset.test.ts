import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openInstance } from '#server/db/open-instance.ts';
import { openPool } from '#server/db/pool.ts';
import { readConfig } from '#server/instance/config.ts';
import { openDataDir } from '#server/instance/data-dir.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { PASSWORD, testApp } from '#test/helpers/app.ts';
import { ask } from '#test/helpers/transfer.ts';
import { isPassword } from './passwords.ts';
import { seedAccess, seedFirstAdministrator } from './seed.ts';

const { DATABASE_URL: _, ...env } = process.env;

/** Runs `npm run password:reset`. */
function command(args: string[], settings: Record<string, string>) {
  return promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', join(projectRoot, 'tools/password-reset.ts'), ...args],
    { cwd: projectRoot, env: { ...env, ...settings } },
  );
}
const printed = (stdout: string) => /^ {2}(\S+)$/m.exec(stdout)?.[1] ?? '';

test('beside a server at work the account gets a password to be changed, its sessions end, and the audit log says how', async () => {
  const app = await testApp();
  const { dataDir: DATA_DIR } = app.app.config;
  const folder = await openDataDir(DATA_DIR);
  onTestFinished(() => folder.release());
  const settings = { DATABASE_URL: app.databaseUrl, DATA_DIR };
  const admin = await app.login('admin');
  await expect(app.client().signIn('admin', 'not the password')).rejects.toBeDefined();
  await expect(command(['nobody'], settings)).rejects.toMatchObject({
    stderr: expect.stringContaining('Super administrators: admin.'),
  });
  const { stdout } = await command(['ADMIN'], settings);
  await expect(admin.send(signIn.me, {})).rejects.toMatchObject({ envelope: { code: 6 } });
  await expect(app.client().signIn('admin', PASSWORD)).rejects.toMatchObject({ envelope: { code: 18 } });

  const again = await app.client().signIn('admin', printed(stdout));
  expect((await again.send(signIn.me, {})).user.must_change_password).toBe(true);
  await expect(again.send(audit.list, {})).rejects.toMatchObject({
    envelope: { detail: 'must_change_password' },
  });
  await again.send(signIn.changePassword, {
    old_password: printed(stdout),
    new_password: 'my-own-again',
    new_password_again: 'my-own-again',
  });
  const own = await app.client().signIn('admin', 'my-own-again');
  const { data_info } = await own.send(audit.list, { account: 'command line' });
  expect(data_info).toMatchObject([
    {
      account: 'command line',
      call: 'npm run password:reset',
      entity: 'user_account',
      entity_id: String(own.user?.user_id),
      action: 'update',
      after: { must_change_password: true },
    },
  ]);
  expect(JSON.stringify(data_info)).not.toContain(printed(stdout));
});

test('of a stopped instance it starts the database by itself', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'lanjing-reset-'));
  // As root, the database runs as another user, who must be able to enter this folder.
  chmodSync(DATA_DIR, 0o711);
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR }, []);
  const first = await openInstance(config);
  await migrate(first.url, join(projectRoot, 'migrations'));
  const pool = openPool(first.url, () => undefined);
  await seedAccess(pool);
  await seedFirstAdministrator(pool);
  await pool.end();
  await first.close();

  const { stdout } = await command(['admin'], { DATA_DIR });
  const later = await openInstance(config);
  try {
    const [row] = await ask<{ password_hash: string; must_change_password: boolean }>(
      later.url,
      `select password_hash, must_change_password from user_account where account = 'admin'`,
    );
    expect(await isPassword(row?.password_hash, printed(stdout))).toBe(true);
    expect(row?.must_change_password).toBe(true);
  } finally {
    await later.close();
  }
});
