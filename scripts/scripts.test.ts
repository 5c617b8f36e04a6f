import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stampOf } from './build.mjs';
import { isInstalled } from './install.mjs';
import { root } from './run.mjs';
import { lastLine, readTally, single, sum } from './tally.mjs';

const home = mkdtempSync(join(tmpdir(), 'lanjing-scripts-'));
afterAll(() => rmSync(home, { recursive: true }));

/** Writes a file into the test's folder; returns its path. */
function file(name: string, content: unknown): string {
  const path = join(home, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('a Node that is too old', () => {
  const pretend = (version: string) =>
    file(
      'old-node.mjs',
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
    );
  const run = (script: string, version: string) =>
    spawnSync(process.execPath, ['--import', pretend(version), join(root, 'scripts', script)], {
      encoding: 'utf8',
    });

  test.each(['start.mjs', 'test.mjs'])('is turned away by %s in one sentence', (script) => {
    const { status, stderr } = run(script, '20.18.9');
    expect(stderr).toBe('Lanjing needs Node 20.19, 22.12, or 24 and later; this is Node 20.18.9.\n');
    expect(status).toBe(1);
  });

  test('is compared by number, not by letter', () => {
    expect(run('require-node.mjs', '8.20.0').status).toBe(1);
    expect(run('require-node.mjs', '20.19.0').status).toBe(0);
    expect(run('require-node.mjs', '21.9.0').status).toBe(1);
    expect(run('require-node.mjs', '22.11.0').status).toBe(1);
    expect(run('require-node.mjs', '22.12.0').status).toBe(0);
    expect(run('require-node.mjs', '24.0.0').status).toBe(0);
    expect(run('require-node.mjs', '100.0.0').status).toBe(0);
  });
});

describe('the packages', () => {
  const locked = (versions: Record<string, string>, optional: string[] = []) => ({
    packages: Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [
        `node_modules/${name}`,
        { version, optional: optional.includes(name) || undefined },
      ]),
    ),
  });
  const folder = (wanted: unknown, present: unknown) => {
    const path = mkdtempSync(join(home, 'packages-'));
    mkdirSync(join(path, 'node_modules'));
    writeFileSync(join(path, 'package-lock.json'), JSON.stringify(wanted));
    writeFileSync(join(path, 'node_modules', '.package-lock.json'), JSON.stringify(present));
    return path;
  };

  test('are installed anew when one is missing or has another version', () => {
    const wanted = locked({ a: '1.0.0', b: '2.0.0' });
    expect(isInstalled(folder(wanted, wanted))).toBe(true);
    expect(isInstalled(folder(wanted, locked({ a: '1.0.0' })))).toBe(false);
    expect(isInstalled(folder(wanted, locked({ a: '1.0.0', b: '2.0.1' })))).toBe(false);
    expect(isInstalled(home)).toBe(false);
  });

  test('of every platform are in the lockfile, which `npm ci` asks for, and none with the address of a registry', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
    };
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  });

  test('of other platforms need not be there', () => {
    const wanted = locked({ a: '1.0.0', 'a-other-os': '1.0.0' }, ['a-other-os']);
    expect(isInstalled(folder(wanted, locked({ a: '1.0.0' })))).toBe(true);
  });
});

describe('a machine without a browser', () => {
  /** Runs with only the given programs on PATH, as root or as an ordinary user, regardless of who runs the tests. */
  function findBrowser(uid: number, programs: Record<string, string>) {
    const bin = mkdtempSync(join(home, 'bin-'));
    for (const [name, body] of Object.entries(programs))
      writeFileSync(join(bin, name), `#!/bin/sh\nPATH=/usr/bin:/bin\ncd ${bin}\n${body}\n`, { mode: 0o755 });
    const script = `
      process.getuid = () => ${uid};
      import { ensureTestTools, requireChromium } from ${JSON.stringify(join(root, 'scripts', 'test-tools.mjs'))};
      import { orOneSentence } from ${JSON.stringify(join(root, 'scripts', 'setup-error.mjs'))};
      ensureTestTools({ browser: true, broker: false });
      await orOneSentence(async () => console.log(requireChromium()));`;
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: bin },
      encoding: 'utf8',
    });
    return { ...ran, bin, asked: existsSync(join(bin, 'asked')) && readFileSync(join(bin, 'asked'), 'utf8') };
  }
  const made = 'chromium-headless-shell';
  const aptGet = `echo "$DEBIAN_FRONTEND $*" >> asked; [ "$1" = update ] || { touch ${made}; chmod +x ${made}; }`;
  const fonts = 'echo Noto Sans CJK SC';
  const wish = (name: string) =>
    `The browser tests need ${name}: install it (Debian: apt-get install ${name}) or set CHROMIUM_PATH to a Chromium.\n`;

  test('gets Debian’s browser and fonts where root may install them', () => {
    const { status, stdout, asked, bin } = findBrowser(0, { 'apt-get': aptGet });
    expect(asked).toBe(
      'noninteractive update -qq\n' +
        'noninteractive install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-cjk\n',
    );
    expect(stdout).toBe(
      `Installing chromium-headless-shell, fonts-noto-cjk with apt-get …\n${wish('fonts-noto-cjk')}${join(bin, made)}\n`,
    );
    expect(status).toBe(0);
  });

  test('gets only what is missing', () => {
    const asked = (programs: Record<string, string>) =>
      findBrowser(0, { 'apt-get': aptGet, ...programs }).asked;
    expect(asked({ 'fc-list': fonts })).toMatch(/recommends chromium-headless-shell\n$/);
    expect(asked({ [made]: 'exit 0' })).toMatch(/recommends fonts-noto-cjk\n$/);
    expect(asked({ 'fc-list': fonts, [made]: 'exit 0' })).toBe(false);
  });

  test('comes to the browser that CI uses where another one is installed', () => {
    const { stdout, bin } = findBrowser(0, { chromium: 'exit 0', 'fc-list': fonts, 'apt-get': aptGet });
    expect(stdout.endsWith(`${join(bin, made)}\n`)).toBe(true);
  });

  test('of two takes the one without windows, which is faster', () => {
    const { stdout, bin } = findBrowser(1000, { chromium: 'exit 0', [made]: 'exit 0', 'fc-list': fonts });
    expect(stdout).toBe(`${join(bin, made)}\n`);
  });

  test('is told in one line what to install where it may not be done', () => {
    for (const [uid, programs] of [
      [1000, { 'apt-get': aptGet }],
      [0, {}],
    ] as const) {
      const { status, stderr, asked } = findBrowser(uid, programs);
      expect(stderr).toBe(wish('chromium-headless-shell'));
      expect(asked).toBe(false);
      expect(status).toBe(1);
    }
  });

  const broken = 'echo "E: Unable to fetch some archives" >&2; exit 100';

  test('hears why apt-get could not do it', () => {
    const { status, stderr } = findBrowser(0, { 'apt-get': broken, 'fc-list': fonts });
    expect(stderr).toBe(`E: Unable to fetch some archives\n${wish('chromium-headless-shell')}`);
    expect(status).toBe(1);
  });

  test('uses the Chromium it has where apt-get could not do it', () => {
    const { status, stdout, bin } = findBrowser(0, {
      'apt-get': broken,
      chromium: 'exit 0',
      'fc-list': fonts,
    });
    expect(stdout.endsWith(`${join(bin, 'chromium')}\n`)).toBe(true);
    expect(status).toBe(0);
  });

  test('without the fonts alone does without them', () => {
    const { status, stdout, bin } = findBrowser(1000, { chromium: 'exit 0' });
    expect(stdout).toBe(`${wish('fonts-noto-cjk')}${join(bin, 'chromium')}\n`);
    expect(status).toBe(0);
  });
});

test('a build is made anew when a source or a setting changes, and not for a test', () => {
  const folder = join(home, 'sources');
  for (const tree of ['src', 'tools/simulator']) mkdirSync(join(folder, tree), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'vite.config.ts', 'scripts/build.mjs']) {
    cpSync(join(root, name), join(folder, name));
  }
  writeFileSync(join(folder, 'src', 'a.ts'), '1');
  const before = stampOf(folder);
  writeFileSync(join(folder, 'src', 'a.test.ts'), '1');
  expect(stampOf(folder)).toBe(before);
  writeFileSync(join(folder, 'src', 'a.ts'), '2');
  const changed = stampOf(folder);
  expect(changed).not.toBe(before);
  writeFileSync(join(folder, 'vite.config.ts'), '');
  expect(stampOf(folder)).not.toBe(changed);
});

describe('the count at the end of npm test', () => {
  const tally = { passed: 5, failed: 0, skipped: 3, failures: [], unsteady: [] };

  test('is one line, with the skipped ones only where there are any', () => {
    expect(lastLine({ ...tally, skipped: 0 })).toBe('5 passed, 0 failed');
    expect(lastLine({ ...tally, failed: 1 })).toBe('5 passed, 1 failed, 3 skipped');
    const late = { ...tally, skipped: 0, unsteady: ['a test'] };
    expect(lastLine(late)).toBe('5 passed, 0 failed, 1 of them at a second try');
  });

  test('adds up the parts', () => {
    const broken = { passed: 1, failed: 1, skipped: 0, failures: ['a test'], unsteady: ['another'] };
    expect(sum([single(true), single(false), tally, broken])).toEqual({
      passed: 7,
      failed: 2,
      skipped: 3,
      failures: ['a test'],
      unsteady: ['another'],
    });
  });

  test('sees a run that failed without a failed test, or died before it could report', () => {
    expect(readTally(file('tally.json', tally), true)).toEqual(tally);
    expect(readTally(file('tally.json', tally), false).failed).toBe(1);
    expect(readTally(join(home, 'never-written.json'), true).failed).toBe(1);
  });

  /** Runs a real test runner on generated files, with the reporter of `npm test`. */
  function tallyOf(runner: string, args: string[], files: Record<string, string>) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(root, '.cache', 'tally-'));
    const TALLY_FILE = join(folder, 'tally.json');
    try {
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      const env = { ...process.env, TALLY_FILE };
      spawnSync(join(root, 'node_modules', '.bin', runner), args, { cwd: folder, env });
      return readTally(TALLY_FILE, false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('names what failed in Vitest: tests, hooks, files and what nobody caught', () => {
    const { failures, unsteady, ...counts } = tallyOf('vitest', ['run'], {
      'vitest.config.ts': `export default { test: { globals: true, retry: 1, reporters: '${join(root, 'scripts', 'vitest-tally.mjs')}' } };`,
      'a.test.ts': `test('holds', () => {}); test('breaks', () => { expect('was').toBe('wanted'); }); test.skip('waits', () => {});`,
      'b.test.ts': `describe('hooked', () => { beforeAll(() => { throw new Error('no hook'); }); test('never', () => {}); });`,
      'c.test.ts': `throw new Error('no file');`,
      'd.test.ts': `test('careless', async () => { void Promise.reject(new Error('uncaught')); await new Promise(setImmediate); });`,
      'e.test.ts': `let tries = 0; test('hesitates', () => { expect(++tries).toBe(2); });`,
    });
    expect({ counts, failures }).toMatchObject({ counts: { passed: 3, failed: 4 } });
    expect(unsteady).toEqual([expect.stringMatching(/hesitates.*expected 1 to be 2/s)]);
    for (const said of ['breaks', 'wanted', 'no hook', 'no file', 'uncaught']) {
      expect(failures.join('\n')).toContain(said);
    }
  });

  test('names what failed in the browser', () => {
    const { failures, unsteady, ...counts } = tallyOf('playwright', ['test'], {
      'playwright.config.ts': `export default { retries: 1, reporter: '${join(root, 'scripts', 'playwright-tally.mjs')}' };`,
      'a.spec.ts': `import { expect, test } from '@playwright/test';
        test('holds', () => {}); test.skip('waits', () => {}); test('breaks', () => { expect('was').toBe('wanted'); });
        test('hesitates', ({}, { retry }) => { expect(retry).toBe(1); });`,
    });
    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 1 });
    expect(failures.join()).toMatch(/breaks.*wanted/s);
    expect(unsteady).toEqual([expect.stringContaining('hesitates')]);
  });
});

test('package.json lets npm signal the commands themselves, not a shell in between', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['start', 'test', 'dev']) expect(scripts[name]).toMatch(/^exec node /);
});
