import { addFailure, addUnsteady, noTally, writeTally } from './tally.mjs';

export default class VitestTally {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message: string, stack?: string | undefined }[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const tally = noTally();
    for (const module of modules) {
      const nameOf = (/** @type {string} */ inside) =>
        [module.relativeModuleId, inside].filter(Boolean).join(' › ');
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'failed') addFailure(tally, nameOf(test.fullName), errors ?? []);
        else tally[state === 'passed' ? 'passed' : 'skipped']++;
        if (test.diagnostic()?.flaky) addUnsteady(tally, nameOf(test.fullName), errors ?? []);
      }
      // Files that fail to load and failing hooks are errors of the module or suite, not of a test.
      if (module.errors().length > 0) addFailure(tally, nameOf(''), module.errors());
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) addFailure(tally, nameOf(suite.fullName), suite.errors());
      }
    }
    for (const error of unhandled) addFailure(tally, 'outside of any test', [error]);
    writeTally(tally);
  }
}
