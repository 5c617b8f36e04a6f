import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './setup-error.mjs';

/** By preference: the headless shell renders the same pages a third faster. */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** Debian installs mosquitto in a folder that is only on root's PATH. */
const BROKERS = ['mosquitto', '/usr/sbin/mosquitto'];

/** @returns {string | undefined} */
function findChromium() {
  return [process.env.CHROMIUM_PATH ?? '', ...placesOf(BROWSERS)].find(isProgram);
}

/**
 * Installs missing Debian packages if running as root, so that CI and new machines use the same browser.
 * @param {{ browser: boolean, broker: boolean }} wanted
 */
export function ensureTestTools({ browser, broker }) {
  const missing = [];
  const headless = [process.env.CHROMIUM_PATH ?? '', ...placesOf(BROWSERS.slice(0, 1))];
  if (browser && !headless.some(isProgram)) missing.push('chromium-headless-shell');
  if (browser && !hasChineseFont()) missing.push('fonts-noto-cjk');
  if (broker && !placesOf(BROKERS).some(isProgram)) missing.push('mosquitto');
  if (missing.length > 0 && mayInstall()) install(missing);
}

/**
 * Accepts any Chromium if Debian's cannot be installed.
 * @returns {string} the browser's path
 */
export function requireChromium() {
  const found = findChromium();
  if (!found) throw new SetupError(wish('chromium-headless-shell'));
  // Without the font the tests still pass; only screenshots lack glyphs.
  if (!hasChineseFont()) console.log(wish('fonts-noto-cjk'));
  return found;
}

function hasChineseFont() {
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}

function mayInstall() {
  return process.getuid?.() === 0 && placesOf(['apt-get']).some(isProgram);
}

/** @param {string[]} packages */
function install(packages) {
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  apt('update', '-qq');
  const result = apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (result.status !== 0) console.error(result.stderr.trim().split('\n').slice(-3).join('\n'));
}

/** @param {string} name a Debian package */
function wish(name) {
  return `The browser tests need ${name}: install it (Debian: apt-get install ${name}) or set CHROMIUM_PATH to a Chromium.`;
}

/** @param {string[]} names on PATH, or whole paths */
function placesOf(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => (name.startsWith('/') ? name : folders.map((folder) => join(folder, name))));
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
