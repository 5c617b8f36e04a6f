const waiting = new Map<string, Promise<unknown>>();

/**
 * Runs the work of one key sequentially. Password checks of an account use it: in parallel, a burst of guesses would
 * all be checked before the first failure is counted.
 */
export async function inTurn<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> {
  const before = waiting.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => {});
  waiting.set(key, settled);
  try {
    return await mine;
  } finally {
    if (waiting.get(key) === settled) waiting.delete(key);
  }
}
