import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * Result of one part of `npm test`. The reporters in this folder write it to the file named by TALLY_FILE.
 * `unsteady`: tests that failed and then passed on retry. They are bugs, and are listed at the end.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], unsteady: string[] }} Tally
 */

/** @returns {Tally} */
export function noTally() {
  return { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };
}

/**
 * @param {boolean} ok
 * @returns {Tally}
 */
export function single(ok) {
  return { ...noTally(), passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = noTally();
  for (const { passed, failed, skipped, failures, unsteady } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
    total.unsteady.push(...unsteady);
  }
  return total;
}

/**
 * The last line of `npm test`.
 * @param {Tally} tally
 */
export function lastLine({ passed, failed, skipped, unsteady }) {
  const more = [
    skipped > 0 ? `, ${skipped} skipped` : '',
    unsteady.length > 0 ? `, ${unsteady.length} of them at a second try` : '',
  ];
  return `${passed} passed, ${failed} failed${more.join('')}`;
}

/**
 * Counts a failure, and lists it again at the end of the log, where it is easy to find.
 * @param {Tally} tally
 * @param {string} name
 * @param {readonly { message?: string | undefined, stack?: string | undefined }[]} errors
 */
export function addFailure(tally, name, errors) {
  tally.failed++;
  tally.failures.push(told(name, errors));
}

/**
 * Passed on retry only.
 * @param {Tally} tally
 * @param {string} name
 * @param {readonly { message?: string | undefined, stack?: string | undefined }[]} errors
 */
export function addUnsteady(tally, name, errors) {
  tally.unsteady.push(told(name, errors));
}

/**
 * @param {string} name
 * @param {readonly { message?: string | undefined, stack?: string | undefined }[]} errors
 */
function told(name, errors) {
  const texts = errors.map(({ message, stack }) =>
    firstLines(stack?.includes(message ?? '') ? stack : message),
  );
  return [name, ...texts].join('\n');
}

const SHOWN_LINES = 12;

/** @param {string | undefined} text */
function firstLines(text = '') {
  return stripVTControlCharacters(text)
    .split('\n')
    .slice(0, SHOWN_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
}

/** @param {Tally} tally */
export function writeTally(tally) {
  if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally));
}

/**
 * Counts one failure if the run failed without a failed test, or died before writing its tally.
 * @param {string} file
 * @param {boolean} ok whether the run itself ended well
 * @returns {Tally}
 */
export function readTally(file, ok) {
  /** @type {Tally} */
  let tally;
  try {
    tally = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return single(false);
  }
  return !ok && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
