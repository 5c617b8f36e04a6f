import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Call } from '#shared/contract/define.ts';
import type { CallError } from './call-error.ts';
import { send } from './client.ts';
import { Reading } from './reading.ts';

export interface CallOptions {
  enabled?: boolean;
  /** Calls of the shell continue when the page changes. */
  shell?: boolean;
  /** Shows the previous answer while the one for another input is loading; a list: unless these fields differ. */
  keepPrevious?: boolean | readonly string[];
  staleMs?: number;
  refetchMs?: number;
}

/** The answer of a reading call, cached per path and input. */
export function useCall<Sent, Parsed, Answer>(
  call: Call<Sent, Parsed, Answer>,
  input: Sent,
  { enabled = true, shell = false, keepPrevious = false, staleMs = 0, refetchMs }: CallOptions = {},
): UseQueryResult<Answer, CallError> {
  const select = use(Reading);
  return useQuery<Answer, CallError>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => send(call, input, { signal, shell }),
    select,
    enabled,
    staleTime: staleMs,
    refetchInterval: refetchMs ?? false,
    // The library's guard against functions as data cannot be resolved for a generic answer.
    placeholderData: (previous: unknown, query: { queryKey: readonly unknown[] } | undefined) =>
      isKept(keepPrevious, input, query?.queryKey[1]) ? (previous as undefined) : undefined,
  });
}

function isKept(keep: boolean | readonly string[], input: unknown, previous: unknown): boolean {
  if (typeof keep === 'boolean') return keep;
  const [now, before] = [input, previous] as Record<string, unknown>[];
  return keep.every((field) => now?.[field] === before?.[field]);
}

/** Calls one path for several inputs: `atOnce` of them in parallel, the others one after another. */
export function useCallsInTurn<Sent, Parsed, Answer>(
  call: Call<Sent, Parsed, Answer>,
  inputs: readonly Sent[],
  { staleMs = 0, atOnce = 1 }: Pick<CallOptions, 'staleMs'> & { atOnce?: number } = {},
): UseQueryResult<Answer, CallError>[] {
  const client = useQueryClient();
  const select = use(Reading);
  const next = inputs.findIndex((input) => client.getQueryData([call.path, input]) === undefined);
  const asked = next < 0 ? inputs : inputs.slice(0, Math.max(next + 1, atOnce));
  return useQueries({
    queries: asked.map((input) => ({
      queryKey: [call.path, input],
      queryFn: ({ signal }: { signal: AbortSignal }) => send(call, input, { signal }),
      select,
      staleTime: staleMs,
    })),
  }) as UseQueryResult<Answer, CallError>[];
}
