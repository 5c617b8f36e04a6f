import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayConnect } from './address-rules.ts';

/**
 * The server does not connect there, whoever configured it. The message leaves the address out, because it may contain
 * a key.
 */
export class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED';

  constructor() {
    super('the server may not connect to this address');
  }
}

/** Refuses a literal IP address; names are checked when they are resolved. */
export function requireAllowed(host: string, allowInside: boolean): void {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(plain) !== 0 && !mayConnect(plain, allowInside)) throw new AddressRefused();
}

/**
 * Resolves a name and leaves out refused addresses. The connection uses this result, so that a name cannot resolve to
 * one address for the check and another for the connection.
 */
export function checkedLookup(allowInside: boolean): LookupFunction {
  return (hostname, options, answer) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, '');
      const allowed = found.filter(({ address }) => mayConnect(address, allowInside));
      const [first] = allowed;
      if (!first) return answer(new AddressRefused(), '');
      if (options.all) return answer(null, allowed);
      return answer(null, first.address, first.family);
    });
  };
}

/** One address to connect to, for clients without a lookup option. */
export async function resolveAllowed(host: string, allowInside: boolean): Promise<string> {
  requireAllowed(host, allowInside);
  if (isIP(host) !== 0) return host;
  return new Promise((resolve, reject) => {
    const answer = (error: Error | null, found: string | LookupAddress[]) => {
      if (error) reject(error);
      else resolve(typeof found === 'string' ? found : (found[0]?.address ?? ''));
    };
    checkedLookup(allowInside)(host, {}, answer);
  });
}

/** A name server that does not answer does not prevent saving: the address is checked again when it is used. */
const RESOLVING_MS = 2000;

/** Whether the server would refuse to connect there, as far as it can tell now. */
export async function isRefused(host: string, allowInside: boolean): Promise<boolean> {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  const patience = new AbortController();
  const late = sleep(RESOLVING_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  try {
    await Promise.race([resolveAllowed(plain, allowInside), late]);
    return false;
  } catch (error) {
    return error instanceof AddressRefused;
  } finally {
    patience.abort();
  }
}
