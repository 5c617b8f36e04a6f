import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Turn } from '#server/heavy/fair-line.ts';
import type { Envelope } from './envelope.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Well below the minute that browsers, and most proxies, wait for a first byte. */
const BEAT_MS = 5000;

/**
 * The answer; or, where its question waits for its turn, a stream that sends a space now and then until it is there.
 * JSON may begin with spaces, so that every client can read it, and one that counts the seconds since the last byte
 * does not give up. While the question is worked on there are none: an answer that never comes is given up as ever.
 */
export async function keptAlive(
  reply: FastifyReply,
  turn: Turn,
  answer: Promise<Envelope | string>,
): Promise<Envelope | string | Readable> {
  for (;;) {
    const found = await inTime(answer);
    if (found !== undefined) return found;
    if (turn.isWaiting) break;
  }
  const body = new PassThrough();
  const beat = () => void (turn.isWaiting && body.write(' '));
  const timer = setInterval(beat, BEAT_MS);
  beat();
  body.on('close', () => clearInterval(timer));
  void answer.then((said) => body.end(typeof said === 'string' ? said : JSON.stringify(said)));
  // A proxy that gathers answers before it passes them on would keep the spaces to itself.
  reply.type(JSON_TYPE).header('x-accel-buffering', 'no');
  return body;
}

/** Nothing where it takes longer than a beat. */
async function inTime(answer: Promise<Envelope | string>): Promise<Envelope | string | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([
      answer,
      sleep(BEAT_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
    ]);
  } finally {
    late.abort();
  }
}
