import { type RolePower, rolePowers } from '#shared/contract/access/roles.ts';
import { roleId, useSession } from './session.ts';
import { useCall } from './useCall.ts';

export interface Powers {
  /** False until the role's list has arrived. */
  ready: boolean;
  /** Role 0 holds everything without a list. */
  everything: boolean;
  entries: readonly RolePower[];
  error: Error | null;
  retry(): void;
}

const none: readonly RolePower[] = [];

/** What the signed-in role may do. The server decides again on every call; this only spares dead ends. */
export function usePowers(): Powers {
  const session = useSession();
  const role = roleId();
  const everything = role === 0;
  const answer = useCall(
    rolePowers.data,
    { page_index: 1, page_size: 1000, role_id: role },
    { shell: true, enabled: session !== undefined && !everything, staleMs: Number.POSITIVE_INFINITY },
  );
  return {
    ready: everything || answer.data !== undefined,
    everything,
    entries: answer.data?.data_info ?? none,
    error: answer.data ? null : answer.error,
    retry: () => {
      if (session && !everything) void answer.refetch();
    },
  };
}

/** Whether all sites are seen, and not only some of them. */
export function useSeesAll(): boolean {
  return useSession()?.user.sees_all_sites ?? false;
}

/** Whether a call with these `needs` would be let through. */
export function useMay(needs: string): boolean {
  return useMayOf()(needs);
}

/** The same of several that are not known beforehand. */
export function useMayOf(): (needs: string) => boolean {
  const { everything, entries } = usePowers();
  return (needs) =>
    needs === 'public' ||
    needs === 'signed-in' ||
    everything ||
    entries.some(({ power_code }) => power_code === needs);
}
