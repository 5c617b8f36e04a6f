import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './setup-error.mjs';

/** First the form without windows: the same pages, a third faster. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** @returns {string | undefined} */
export function findChromium() {
  return [process.env.CHROMIUM_PATH ?? '', ...placesOf(NAMES)].find(isProgram);
}

/** @param {string[]} names */
function placesOf(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * A browser and the fonts to draw Chinese with: those that are there, else Debian's where we may install.
 * @returns {string} the browser's path
 */
export function ensureChromium() {
  const missing = [];
  if (!findChromium()) missing.push('chromium');
  if (!hasChineseFont()) missing.push('fonts-noto-cjk');
  if (missing.length > 0) install(missing);
  const found = findChromium();
  if (!found) throw new SetupError(wish(['chromium']));
  return found;
}

function hasChineseFont() {
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}

/** @param {string[]} packages */
function install(packages) {
  const mayInstall = process.getuid?.() === 0 && placesOf(['apt-get']).some(isProgram);
  if (!mayInstall) {
    // Without the font the pages still work, only their pictures lack glyphs.
    if (packages.includes('chromium')) throw new SetupError(wish(packages));
    console.log(wish(packages));
    return;
  }
  console.log(`Installing ${packages.join(' and ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  apt('update', '-qq');
  const result = apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (result.status !== 0) {
    throw new SetupError(`${result.stderr.trim().split('\n').slice(-3).join('\n')}\n${wish(packages)}`);
  }
}

/** @param {string[]} packages */
function wish(packages) {
  return `The browser tests need ${packages.join(' and ')}: install ${packages.length > 1 ? 'them' : 'it'} (Debian: apt-get install ${packages.join(' ')}) or set CHROMIUM_PATH to a Chromium.`;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}
