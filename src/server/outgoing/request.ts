import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { checkedLookup, requireAllowed } from './address.ts';

/** A longer answer is not one that we asked for. */
const MAX_ANSWER = 1024 * 1024;

interface Request {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** Whether loopback and private networks may be reached. */
  allowInside: boolean;
}

export interface Answer {
  status: number;
  body: string;
}

/**
 * POST to a configured address. Not `fetch`, because its connections cannot be bound to the checked addresses.
 * Redirects are not followed.
 */
export async function postOut({ url, headers, body, timeoutMs, allowInside }: Request): Promise<Answer> {
  const target = new URL(url);
  requireAllowed(target.hostname, allowInside);
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const bytes = Buffer.from(body);
      const sent = send(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        lookup: checkedLookup(allowInside),
        // A pooled connection would outlive a change of the rules.
        agent: false,
        signal,
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(bytes);
    });
    return { status: response.statusCode ?? 0, body: await bounded(response) };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

async function bounded(response: IncomingMessage): Promise<string> {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ANSWER) response.destroy(new Error('the answer is too long'));
  });
  return text(response);
}
