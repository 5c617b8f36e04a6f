/** A problem that the user can fix: reported as one sentence without a stack trace. */
export class SetupError extends Error {}

/**
 * Runs a step of a command; if it fails, prints one sentence and ends the process.
 * @param {() => Promise<void>} step
 */
export async function orOneSentence(step) {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const full = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
    const sentence = full ? 'The disk is full; free some space and start again.' : error.message;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}
