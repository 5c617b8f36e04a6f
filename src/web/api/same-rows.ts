import { home } from '#shared/contract/home/home.ts';
import { network, shortSites } from '#shared/contract/sites/network.ts';
import { sites } from '#shared/contract/sites/sites.ts';

interface Reading {
  path: string;
}

/** Site pickers and the map cache their answers: they must be refreshed when the list changes. */
const sameRows: Readonly<Record<string, readonly Reading[]>> = {
  [sites.list.path]: [shortSites.list, network.real, home.newest],
};

/** These calls, and all others that return the same rows. */
export function withSameRows(calls: readonly Reading[]): Reading[] {
  return calls.flatMap((call) => [call, ...(sameRows[call.path] ?? [])]);
}
