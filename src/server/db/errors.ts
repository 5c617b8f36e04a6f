/** The error code of PostgreSQL or the operating system; '' if there is none. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The database was unavailable a moment ago, so it was not asked again. */
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
    // The database's socket is gone; a missing file is another error.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect/.test(error.message)
  );
}

/**
 * The database is unavailable or refuses every kind of work: read-only (25006), out of disk, memory or connections
 * (53), shut down by an operator (57P), or failing to read and write its files (58).
 */
export function isUnavailable(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof Error && /^(25006|53|58)/.test(codeOf(error)));
}

/**
 * It answers but accepts no writes: read-only, disk full, or its files failing. The transaction is rolled back, so
 * nothing was saved.
 */
export function refusesWrites(error: unknown): boolean {
  return error instanceof Error && /^(25006|53100|58)/.test(codeOf(error));
}

/**
 * Errors that only the rows can have caused, so that the same rows fail again and others do not: an invalid value (22),
 * a constraint (23), two rows with one key (21), a text that is too long for an index or nested too deep (54), or our
 * own code that could not process them. All other errors say nothing about the rows.
 */
export function isRowError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && 'severity' in error && /^(21|22|23|54)/.test(codeOf(error));
}
