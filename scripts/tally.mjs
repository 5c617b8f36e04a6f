import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: VitestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 */

/**
 * @param {boolean} ok
 * @returns {Tally}
 */
export function single(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/**
 * The last line of `npm test`.
 * @param {Tally} tally
 */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {string} file Vitest's JSON report
 * @param {boolean} ok whether the run itself ended well
 * @returns {Tally}
 */
export function vitestTally(file, ok) {
  return readTally(file, ok, (/** @type {VitestReport} */ report) => ({
    passed: report.numPassedTests,
    // A file that does not even load has no tests to fail.
    failed: report.numFailedTests + report.testResults.filter(failedWhole).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

/** @param {VitestFile} file */
function failedWhole({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((each) => each.status === 'failed');
}

/**
 * @param {string} file Playwright's JSON report
 * @param {boolean} ok whether the run itself ended well
 * @returns {Tally}
 */
export function playwrightTally(file, ok) {
  return readTally(file, ok, (/** @type {PlaywrightReport} */ { stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

/**
 * A run that failed without a failed test (a crash, an error outside of tests) counts as one.
 * @template Report
 * @param {string} file
 * @param {boolean} ok
 * @param {(report: Report) => Tally} count
 * @returns {Tally}
 */
function readTally(file, ok, count) {
  let tally = { passed: 0, failed: 0, skipped: 0 };
  try {
    tally = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { ...tally, failed: 1 };
  }
  return !ok && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
