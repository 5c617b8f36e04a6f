import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '#server/app.ts';
import { type DatabaseHealth, databaseHealthPath } from '#shared/contract/platform/platform-status.ts';
import { findingsOf, namesOf } from './findings.ts';
import { metricsText } from './metrics.ts';

/**
 * Headers that a scraper, curl or a small program sends. Proxies add headers of their own that cannot all be known, so
 * any other header means that there may be a proxy.
 */
const OF_SCRAPERS = new Set([
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  // Sent by Node's fetch; a browser sends more.
  'sec-fetch-mode',
  'x-prometheus-scrape-timeout-seconds',
]);
const OWN_MACHINE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * `/health` for load balancers: 200 while nothing is at risk, 503 with the reason. `/metrics` has details, so it
 * answers only local requests and those with the token.
 */
export function serveHealth(server: FastifyInstance, app: App): void {
  const { vitals } = app;
  // Polled by every open page, so it is answered from memory, without authentication.
  server.get(databaseHealthPath, async (_request, reply) => {
    const answer: DatabaseHealth = { database: vitals.database() };
    return reply.header('cache-control', 'no-store').send(answer);
  });
  server.get('/health', async (_request, reply) => {
    const found = findingsOf(await vitals.read());
    const troubles = namesOf(found, 'critical');
    const status = troubles.length === 0 ? 'ok' : 'trouble';
    return reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, troubles, warnings: namesOf(found, 'warning') });
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(app, request)) return reply.code(401).header('www-authenticate', 'Bearer').send();
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(metricsText(await vitals.read()));
  });
}

function mayRead({ config }: App, request: FastifyRequest): boolean {
  if (config.metricsToken === undefined) {
    const isHere = OWN_MACHINE.has(request.socket.remoteAddress ?? '');
    return config.trustProxy === false && isHere && isDirect(request);
  }
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${config.metricsToken}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * A request through a proxy on the same machine is not local: proxies add headers, pass on those of browsers or their
 * own host name, or use HTTP 1.0, which is nginx's default.
 */
function isDirect({ headers, raw }: FastifyRequest): boolean {
  const named = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers.host ?? '');
  return named && raw.httpVersion === '1.1' && Object.keys(headers).every((name) => OF_SCRAPERS.has(name));
}
