import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '#shared/contract/define.ts';
import { faultInfo } from '#shared/faults.ts';
import type { WordKey } from '#shared/i18n/index.ts';
import { useT } from '#web/i18n.ts';
import { CallError } from './call-error.ts';
import { send } from './client.ts';
import { explain } from './explain.ts';
import { Reading } from './reading.ts';
import { withSameRows } from './same-rows.ts';
import { useToast } from './toasts.ts';
import { LINK_SECONDS, whereToGo } from './where-to-go.ts';

export interface ActionOptions {
  /** Reading calls whose cached answers are outdated by this action. */
  refresh?: readonly { path: string }[];
  /** Notice on success. */
  done?: WordKey;
  /** Continues when the user opens another page, as starting a job must. */
  shell?: boolean;
  /** True for refusals that the caller shows itself, so that no notice repeats them. */
  shows?(error: CallError): boolean;
}

export interface Action<Sent, Answer> {
  /** Rejects with the `CallError` after showing it, so that a form can mark its fields. */
  run(input: Sent): Promise<Answer>;
  pending: boolean;
}

/** A writing call with its notices and cache updates. */
export function useAction<Sent, Parsed, Answer>(
  call: Call<Sent, Parsed, Answer>,
  { refresh, done, shell, shows }: ActionOptions = {},
): Action<Sent, Answer> {
  const t = useT();
  const toast = useToast();
  const client = useQueryClient();
  const read = use(Reading);
  const [underWay, setUnderWay] = useState(0);
  // Read when the answer arrives, so that `run` keeps its identity whatever a caller passes inline.
  const latest = useRef({ refresh, shows, read });
  useEffect(() => {
    latest.current = { refresh, shows, read };
  });

  const run = useCallback(
    async (input: Sent) => {
      setUnderWay((count) => count + 1);
      try {
        const answer = await send(call, input, { shell });
        for (const { path } of withSameRows(latest.current.refresh ?? []))
          void client.invalidateQueries({ queryKey: [path] });
        if (done) toast.success(t(done));
        return latest.current.read(answer);
      } catch (error) {
        const said = noticeFor(error);
        const shown = error instanceof CallError && latest.current.shows?.(error);
        const link = whereToGo(t, error);
        if (said && !shown) toast.show(said, explain(t, error), link && LINK_SECONDS, link);
        throw error;
      } finally {
        setUnderWay((count) => count - 1);
      }
    },
    [call, client, done, shell, toast, t],
  );
  return { run, pending: underWay > 0 };
}

/** The tone of the notice; undefined if the error is shown elsewhere or not at all. */
function noticeFor(error: unknown) {
  if (!(error instanceof CallError)) return 'error' as const;
  if (error.kind === 'cancelled' || error.fields.length > 0) return undefined;
  if (!error.fault) return 'error' as const;
  const { tone, then, silent } = faultInfo(error.fault);
  // The end of a session has its own notice.
  return silent || then ? undefined : tone;
}
