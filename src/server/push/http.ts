import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/app.ts';
import { isUnavailable } from '#server/db/errors.ts';
import type { Intake } from '#server/gateway/gateway.ts';
import { crash } from '#server/http/envelope.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { pushedBatch } from '#shared/contract/sites/push.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { answerOf, PushRefusal, refusalOf } from './answers.ts';
import { Batches } from './batches.ts';
import { isSignedBy, pushSecretOf } from './secrets.ts';
import { readJson } from './values.ts';

const BODY_LIMIT = 4 * 1024 * 1024;
/** Largest difference between a sender's clock and ours: an intercepted request cannot be replayed much later. */
const CLOCK_MS = 5 * MINUTE_MS;
/** How long a sender waits for the store; it may send the same batch again. */
const PATIENCE_MS = 15_000;
/** Retry-After. */
const BUSY_SECONDS = 10;
/** Enough for a station that catches up, or a forwarder of a whole network. */
const A_MINUTE_OF_ONE_SITE = 120;
const A_MINUTE_OF_ONE_ADDRESS = 6000;

interface Pushed {
  Params: { mn: string };
  Body: Buffer;
}
type PushRequest = FastifyRequest<Pushed>;

/**
 * `POST /push/:mn`: a batch of a site, signed with its secret. It is answered once it is stored; the same batch again
 * gets the same answer. `docs/push.md` is the guide for senders.
 */
export async function servePush(server: FastifyInstance, app: App): Promise<void> {
  const batches = new Batches(app);
  await server.register((scope, _options, ready) => {
    // The signature is of the raw bytes, so they are not parsed here.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error: FastifyError, request, reply) => refuse(error, request, reply));
    const [ofAddress, ofSite] = [
      scope.createRateLimit({ max: A_MINUTE_OF_ONE_ADDRESS, timeWindow: MINUTE_MS }),
      scope.createRateLimit({
        max: A_MINUTE_OF_ONE_SITE,
        timeWindow: MINUTE_MS,
        keyGenerator: (request) => `site ${(request as PushRequest).params.mn}`,
      }),
    ];
    const mayGoOn = async (request: FastifyRequest, limit: typeof ofSite) => {
      const found = await limit(request);
      if (found.isAllowed || !found.isExceeded) return;
      throw new PushRefusal(429, 'push_too_often', { params: { seconds: found.ttlInSeconds } });
    };
    scope.post<Pushed>(
      '/push/:mn',
      {
        bodyLimit: BODY_LIMIT,
        onRequest: (request) => mayGoOn(request, ofAddress),
      },
      async (request, reply) => {
        const work = push(app, batches, request, () => mayGoOn(request, ofSite));
        const outcome = await Promise.race([work, sleep(PATIENCE_MS, undefined, { ref: false })]);
        if (!outcome) throw new PushRefusal(503, 'push_busy');
        return reply
          .code(outcome.failed.length > 0 ? 207 : 200)
          .send(answerOf(outcome, request.headers['accept-language']));
      },
    );
    ready();
  });
}

/**
 * Order of checks: signature → clock → rate limit → form → idempotence. Unsigned requests under a site's name do not
 * use up its rate limit.
 */
async function push(app: App, batches: Batches, request: PushRequest, mayGoOn: () => Promise<void>) {
  const { body } = request;
  const { intake } = app.gateway;
  if (!intake) throw new PushRefusal(503, 'push_busy');
  const site = await senderOf(app, intake, request);
  await mayGoOn();
  const read = readJson(body);
  if (!read) throw new PushRefusal(400, 'push_not_json');
  const parsed = pushedBatch.safeParse(read.value, { reportInput: true });
  if (!parsed.success) throw new PushRefusal(400, undefined, { fields: problemsOf(parsed.error) });
  const body_hash = createHash('sha256').update(body).digest('hex');
  const remote = `http://${request.ip}`;
  return batches.take(intake, site, { ...parsed.data, body_hash, remote });
}

/** The site that signed the batch. Without a secret, nobody learns which sites exist. */
async function senderOf(
  { pool, secrets, now }: App,
  { directory }: Intake,
  request: PushRequest,
): Promise<KnownSite> {
  const { mn } = request.params;
  const header = (name: string) => String(request.headers[name] ?? '');
  const timestamp = header('x-lanjing-timestamp');
  const site = directory.find(mn);
  const own = await pushSecretOf(pool, site?.site_id ?? 0, secrets.signing_secret);
  const signed = { timestamp, mn, body: request.body };
  if (!isSignedBy(own?.secret, signed, header('x-lanjing-signature')) || !site) {
    throw new PushRefusal(401, 'push_refused');
  }
  const sentAt = Number(timestamp) * 1000;
  if (!(Math.abs(now().getTime() - sentAt) <= CLOCK_MS)) throw new PushRefusal(401, 'push_stale');
  return site;
}

function refuse(error: FastifyError | PushRefusal, request: FastifyRequest, reply: FastifyReply) {
  const language = request.headers['accept-language'];
  if (error instanceof PushRefusal) return send(error);
  if (error.statusCode === 413)
    return send(new PushRefusal(413, 'push_too_large', { params: { max: '4 MB' } }));
  if (isUnavailable(error)) return send(new PushRefusal(503, 'push_busy'));
  if (error.statusCode && error.statusCode < 500) return send(new PushRefusal(error.statusCode, undefined));
  request.log.error({ err: error, request_id: request.id }, 'request failed');
  return reply.code(500).send(crash(request.id, language));

  function send(refusal: PushRefusal) {
    const seconds = refusal.status === 503 ? BUSY_SECONDS : refusal.params?.seconds;
    if (seconds !== undefined) reply.header('retry-after', seconds);
    return reply.code(refusal.status).send(refusalOf(refusal, language));
  }
}
