import { addFailure, addUnsteady, noTally, writeTally } from './tally.mjs';

export default class PlaywrightTally {
  #tally = noTally();

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, result) {
    const name = test.titlePath().filter(Boolean).join(' › ');
    if (result.status === 'skipped') this.#tally.skipped++;
    else if (result.status === test.expectedStatus) {
      this.#tally.passed++;
      if (result.retry > 0)
        addUnsteady(
          this.#tally,
          name,
          test.results.flatMap(({ errors }) => errors),
        );
    } else if (result.retry === test.retries) addFailure(this.#tally, name, result.errors);
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    addFailure(this.#tally, 'outside of any test', [error]);
  }

  onEnd() {
    writeTally(this.#tally);
  }
}
