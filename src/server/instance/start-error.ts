/** A reason not to start that the user can fix: shown as one sentence, without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The system's error code (`ENOSPC`, `EADDRINUSE`, …) or PostgreSQL's SQLSTATE, if the error has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Converts known disk errors to a `StartError`; other errors are returned unchanged. */
export function diskError(error: unknown, folder: string): unknown {
  const code = codeOf(error) ?? '';
  if (FULL.has(code)) return diskFull(folder);
  if (REFUSED.has(code)) {
    return new StartError(
      `The data folder ${folder} cannot be written to (${code}); change its owner or set DATA_DIR to another folder.`,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartError(`The data folder ${folder} is not a folder; set DATA_DIR to another place.`);
  }
  if (error instanceof Error && 'syscall' in error && error.syscall === 'mkdir') {
    return new StartError(
      `The data folder ${folder} cannot be made (${code}); set DATA_DIR to another place.`,
    );
  }
  return error;
}

export function diskFull(folder: string): StartError {
  return new StartError(`The disk that holds ${folder} is full; free some space and start again.`);
}

/** Converts errors of listening on an address to a `StartError`. */
export function listenError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen') return error;
  const port = 'port' in error ? error.port : '';
  const address = 'address' in error ? error.address : '';
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${address} is in use; stop the other program or set PORT (for devices GATEWAY_PORT) to another one.`,
      );
    case 'EACCES':
      return new StartError(`Port ${port} on ${address} may not be used by this user; set PORT above 1023.`);
    case 'EADDRNOTAVAIL':
      return new StartError(`The address ${address} is not one of this machine; correct the variable HOST.`);
    default:
      return error;
  }
}
