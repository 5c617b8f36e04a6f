import { addFailure, noTally, writeTally } from './tally.mjs';

export default class PlaywrightTally {
  #tally = noTally();

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, result) {
    if (result.status === 'skipped') this.#tally.skipped++;
    else if (result.status === test.expectedStatus) this.#tally.passed++;
    else addFailure(this.#tally, test.titlePath().filter(Boolean).join(' › '), result.errors);
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    addFailure(this.#tally, 'outside of any test', [error]);
  }

  onEnd() {
    writeTally(this.#tally);
  }
}
