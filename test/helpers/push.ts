import { renewPushSecret, signatureOf } from '#server/push/secrets.ts';
import type { PushOutcome } from '#shared/contract/sites/push.ts';
import type { TestApp } from './app.ts';

interface Pushed {
  status: number;
  retryAfter?: string;
  code: number;
  message?: string;
  detail?: string;
  fields?: object[];
  data: Omit<PushOutcome, 'failed' | 'ignored'> & {
    repeated: boolean;
    failed: { message: string }[];
    ignored: { message: string }[];
  };
}

export interface Signing {
  secret?: string;
  timestamp?: string;
  signature?: string;
  language?: string;
}

/** Creates a push secret for a site; returns a function that posts batches, correctly signed by default. */
export async function pushTo({ app, db, address, gateway, clock }: TestApp, mn: string) {
  const site_id = gateway.directory.find(mn)?.site_id ?? 0;
  const { secret: own } = await renewPushSecret(db, site_id, app.secrets.signing_secret, clock.now);
  return async (batch: unknown, signing: Signing = {}): Promise<Pushed> => {
    const body = typeof batch === 'string' ? batch : JSON.stringify(batch);
    const timestamp = signing.timestamp ?? String(Math.floor(clock.now.getTime() / 1000));
    const signed = { timestamp, mn, body: Buffer.from(body) };
    const response = await fetch(`${address}/push/${encodeURIComponent(mn)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': signing.language ?? 'en',
        'x-lanjing-timestamp': timestamp,
        'x-lanjing-signature': signing.signature ?? signatureOf(signing.secret ?? own, signed),
      },
      body,
    });
    const retryAfter = response.headers.get('retry-after');
    return {
      ...((await response.json()) as Pushed),
      status: response.status,
      ...(retryAfter && { retryAfter }),
    };
  };
}
