import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { App } from '#server/app.ts';
import { postOut } from '#server/outgoing/request.ts';
import type { Settings } from '#server/settings/defaults.ts';
import { Fault } from '#shared/faults.ts';

const TIMEOUT_MS = 10_000;

/** A SIM card as reported by a device. */
export interface Card {
  iccid: string;
  number: string;
}

const used = z.object({
  iccid: z.string().max(40).default(''),
  number: z.string().max(40).default(''),
  used_mb: z.number().min(0),
  total_mb: z.number().min(0).nullable().default(null),
  status: z.string().max(100).default(''),
  expires_at: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type CardUsage = z.output<typeof used>;

const answered = z.object({ cards: z.array(used).max(10_000) });

/** Distinguishes the two kinds of numbers that users enter: an ICCID, which begins with 89, or a phone number. */
export function cardOf(sim_number: string): Card {
  return /^89\d{10,}/.test(sim_number)
    ? { iccid: sim_number, number: '' }
    : { iccid: '', number: sim_number };
}

export function isCard(card: Card, { iccid, number }: Card): boolean {
  return (iccid !== '' && iccid === card.iccid) || (number !== '' && number === card.number);
}

/** Whether a provider for the usage of SIM cards is configured. */
export function hasSimProvider({ sim_usage_url }: Settings): boolean {
  return sim_usage_url !== undefined;
}

/**
 * Asks the provider of SIM cards: POST with JSON `{ "cards": [{ "iccid", "number" }] }`, signed like webhooks. The
 * answer is `{ "cards": [{ "iccid" or "number", "used_mb", "total_mb", "status", "expires_at" }] }`. Every failure is
 * code 171.
 */
export async function askSimUsage(
  { config, log }: Pick<App, 'config' | 'log'>,
  { sim_usage_url, sim_usage_secret }: Settings,
  cards: readonly Card[],
): Promise<CardUsage[]> {
  if (sim_usage_url === undefined || cards.length === 0) return [];
  const body = JSON.stringify({ cards });
  const signed = sim_usage_secret && createHmac('sha256', sim_usage_secret).update(body).digest('hex');
  try {
    const { status, body: said } = await postOut({
      url: sim_usage_url,
      headers: {
        'content-type': 'application/json',
        ...(signed && { 'x-lanjing-signature': `sha256=${signed}` }),
      },
      ...{ body, timeoutMs: TIMEOUT_MS, allowInside: config.outgoingPrivate },
    });
    if (status !== 200) throw new Error(`it answered HTTP ${status}`);
    return answered.parse(JSON.parse(said)).cards;
  } catch (error) {
    // The address may contain a key, so the user does not see the error.
    log.warn({ err: error }, 'the provider of SIM cards could not be asked');
    throw new Fault('sim_usage_failed');
  }
}
