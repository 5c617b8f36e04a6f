import { type RolePower, rolePowers } from '#shared/contract/access/roles.ts';
import { roleId, useSession } from './session.ts';
import { useCall } from './useCall.ts';

export interface Powers {
  /** False until the role's powers are loaded. */
  ready: boolean;
  /** Role 0 has every power without a list. */
  everything: boolean;
  entries: readonly RolePower[];
  error: Error | null;
  retry(): void;
}

const none: readonly RolePower[] = [];

/** The powers of the signed-in role. The server checks every call again; this only prevents dead ends. */
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

/** Whether the user sees all sites. */
export function useSeesAll(): boolean {
  return useSession()?.user.sees_all_sites ?? false;
}

/** Whether a call with these `needs` would be allowed. */
export function useMay(needs: string): boolean {
  return useMayOf()(needs);
}

/** The same for several that are not known in advance. */
export function useMayOf(): (needs: string) => boolean {
  const { everything, entries } = usePowers();
  return (needs) =>
    needs === 'public' ||
    needs === 'signed-in' ||
    everything ||
    entries.some(({ power_code }) => power_code === needs);
}
