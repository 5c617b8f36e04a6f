import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { joinInstance, openInstance } from '#server/db/open-instance.ts';
import { readConfig } from '#server/instance/config.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { newDatabase } from '#test/helpers/database.ts';
import { ask, contentOf, exportFrom, importTo } from '#test/helpers/transfer.ts';

const home = mkdtempSync(join(tmpdir(), 'lanjing-transfer-'));
// Under root the database runs as another user, which must be able to access its cluster in this folder.
chmodSync(home, 0o711);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const { DATABASE_URL: _, ...env } = process.env;

/** Runs the tool like `npm run`. */
function command(tool: 'export' | 'import', args: string[], settings: Record<string, string>) {
  return promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', join(projectRoot, `tools/${tool}.ts`), ...args],
    { cwd: projectRoot, env: { ...env, ...settings } },
  );
}

test('an instance moves from the embedded database at work to one of its own, and back to a new embedded one', async () => {
  const [DATA_DIR, out, again] = [join(home, 'first'), join(home, 'out'), join(home, 'again')];
  const [moved, back] = [join(home, 'moved'), join(home, 'back')];
  // Holds the folder's lock and runs its database, like the server.
  const first = await openInstance(readConfig({ DATA_DIR }, []));
  let content: Awaited<ReturnType<typeof contentOf>>;
  try {
    await migrate(first.url, join(projectRoot, 'migrations'));
    await ask(first.url, `insert into product_line (product_name) values ('moved')`);
    content = await contentOf(first.url);
    const { stdout } = await command('export', ['--to', out], { DATA_DIR });
    expect(stdout).toMatch(/product_line +1 /);
    expect(stdout).toContain(`${out} holds the instance as it was at`);
  } finally {
    await first.close();
  }
  const DATABASE_URL = await newDatabase();
  const { stdout } = await command('import', ['--from', out], { DATA_DIR: moved, DATABASE_URL });
  expect(stdout).toContain('Everything is here as it was at');
  expect(await contentOf(DATABASE_URL)).toEqual(content);
  await exportFrom(DATABASE_URL, again, { secrets: first.secrets });
  const fresh = await openInstance(readConfig({ DATA_DIR: back }, []));
  await importTo(fresh.url, again, fresh).finally(() => fresh.close());
  const last = await joinInstance(readConfig({ DATA_DIR: back }, []));
  try {
    // No server was running, so it had to start the database itself.
    expect(last.shared).toBe(false);
    expect(await contentOf(last.url)).toEqual(content);
    expect(last.secrets.signing_secret).toBe(first.secrets.signing_secret);
  } finally {
    await last.close();
  }
});

test('what a command cannot do it says in one sentence', async () => {
  const DATA_DIR = join(home, 'none');
  await expect(command('export', [], { DATA_DIR })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Say where: npm run export -- --to <folder>'),
  });
  await expect(command('export', ['--to', join(home, 'x')], { DATA_DIR })).rejects.toMatchObject({
    code: 1,
    stderr: `\nThere is no instance in the data folder ${DATA_DIR}; set DATA_DIR to its folder.\n`,
  });
  await expect(command('import', ['--from', join(home, 'x')], { DATA_DIR })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no finished export in'),
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});
