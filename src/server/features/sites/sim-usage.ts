import type * as z from 'zod';
import type { Config } from '#server/instance/config.ts';
import { postOut } from '#server/outgoing/request.ts';
import { simUsage } from '#shared/contract/sites/sites.ts';
import { Fault } from '#shared/faults.ts';

export type SimUsage = z.output<typeof simUsage>;
/** Asks whoever runs the SIM cards; a rejected promise means that there is no answer. */
export type SimUsageProvider = (sim_number: string) => Promise<SimUsage>;

const TIMEOUT_MS = 10_000;

/** Operators of SIM cards differ: an address of one's own translates. Without one there is nobody to ask. */
export function simUsageProvider({
  simUsageUrl,
  outgoingPrivate,
}: Pick<Config, 'simUsageUrl' | 'outgoingPrivate'>): SimUsageProvider {
  if (!simUsageUrl) throw new Fault('sim_usage_failed', { detail: 'not_configured' });
  return async (sim_number) => {
    const { status, body } = await postOut({
      url: simUsageUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sim_number }),
      timeoutMs: TIMEOUT_MS,
      allowInside: outgoingPrivate,
    });
    if (status < 200 || status >= 300) throw new Error(`the SIM usage address answered HTTP ${status}`);
    return simUsage.parse(JSON.parse(body));
  };
}
