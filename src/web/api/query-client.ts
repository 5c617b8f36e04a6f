import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { onSession, userInfo } from './session.ts';

/** One cache per user: it is cleared when another user signs in, to protect the data of the previous one. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // An intranet often has no internet access: ask the server instead of trusting the browser's online state.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && mayRetry(error),
        retryDelay: (_failures, error) => (isCancelled(error) ? 0 : 1000),
      },
      mutations: { networkMode: 'always' },
    },
  });
  let user = userInfo()?.user.user_id;
  onSession(() => {
    const now = userInfo()?.user.user_id;
    if (now === user) return;
    user = now;
    if (now !== undefined) client.clear();
  });
  return client;
}

/**
 * Retrying a refusal is useless. A cancelled query that still has observers belongs to the next page now, which needs
 * it sent again with its own signal.
 */
function mayRetry(error: Error): boolean {
  return error instanceof CallError && (error.kind === 'network' || error.kind === 'cancelled');
}

function isCancelled(error: Error): boolean {
  return error instanceof CallError && error.kind === 'cancelled';
}
