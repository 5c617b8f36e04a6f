/** What PostgreSQL or the operating system calls the error; '' where nobody gave it a code. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Said without asking: it was found to be away a moment ago. */
export class DatabaseAway extends Error {
  readonly code = '08000';
}

/** The connection is gone or could not be made: nothing was wrong with the query. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    // 25P03 and 25P04: the server ended the session of a transaction that took too long.
    /^(08|57P|53300|25P03|25P04)/.test(code) ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    // Its socket is gone; a missing file is something else.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect/.test(error.message)
  );
}

/**
 * The database is away or refuses work whatever it is asked: read-only (25006), out of disk, memory or connections
 * (53), shut down by an operator (57P), or failing to read and write its files (58).
 */
export function isUnavailable(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof Error && /^(25006|53|58)/.test(codeOf(error)));
}

/**
 * It answers and takes no writes: read-only, its disk full, or its files failing. The transaction is undone, so nothing
 * of it was saved.
 */
export function refusesWrites(error: unknown): boolean {
  return error instanceof Error && /^(25006|53100|58)/.test(codeOf(error));
}

/**
 * Only the rows themselves can have caused it, so the same rows fail again and others do not: a value that its type
 * does not take (22), a constraint (23), two rows that claim one place (21), a text too long for an index or nested too
 * deep (54), or our own code that could not read them. Whatever is not listed here says nothing about the rows.
 */
export function isRowError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && 'severity' in error && /^(21|22|23|54)/.test(codeOf(error));
}
