import { home } from '#shared/contract/home/home.ts';
import { network, shortSites } from '#shared/contract/sites/network.ts';
import { sites } from '#shared/contract/sites/sites.ts';

interface Reading {
  path: string;
}

/** Pickers and the map keep their answers for a while: to them a change of the list must be told. */
const sameRows: Readonly<Record<string, readonly Reading[]>> = {
  [sites.list.path]: [shortSites.list, network.real, home.newest],
};

/** These calls and all others that answer with the same rows. */
export function withSameRows(calls: readonly Reading[]): Reading[] {
  return calls.flatMap((call) => [call, ...(sameRows[call.path] ?? [])]);
}
