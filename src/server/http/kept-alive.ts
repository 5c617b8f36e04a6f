import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Turn } from '#server/heavy/fair-line.ts';
import type { Envelope } from './envelope.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Well below the minute that browsers and most proxies wait for a first byte. */
const BEAT_MS = 5000;

/** An answer as it is sent, or an envelope that is not serialised yet. */
export type Said = Envelope | string | Buffer;

const isWritten = (said: Said): said is string | Buffer => typeof said === 'string' || Buffer.isBuffer(said);

/**
 * Returns the answer or, while its question waits in the queue, a stream that sends a space now and then. JSON may
 * begin with spaces, so every client can read it, and a client's idle time-out is not reached. While the question runs
 * no spaces are sent: an answer that never comes still times out.
 */
export async function keptAlive(
  reply: FastifyReply,
  turn: Turn,
  answer: Promise<Said>,
): Promise<Said | Readable> {
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
  void answer.then((said) => body.end(isWritten(said) ? said : JSON.stringify(said)));
  // Tells proxies not to buffer the answer, or they would keep the spaces.
  reply.type(JSON_TYPE).header('x-accel-buffering', 'no');
  return body;
}

/**
 * Undefined if it takes longer than a beat. Every call passes here: a plain timer costs little, aborting the promise of
 * one creates an error each time.
 */
async function inTime(answer: Promise<Said>): Promise<Said | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, BEAT_MS, undefined).unref();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
