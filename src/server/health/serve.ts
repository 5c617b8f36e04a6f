import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '#server/app.ts';
import { type DatabaseHealth, databaseHealthPath } from '#shared/contract/platform/platform-status.ts';
import { findingsOf, namesOf } from './findings.ts';
import { metricsText } from './metrics.ts';

const OF_PROXIES = /^(?:forwarded|via|x-forwarded|x-real-ip|x-original|x-client|x-cluster|true-client|cf-)/;
const OWN_MACHINE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * `/health` for whoever decides whether to send people here: 200 while nothing is at risk, 503 with what is. `/metrics`
 * tells more, so it answers the machine itself and whoever has the token.
 */
export function serveHealth(server: FastifyInstance, app: App): void {
  const { vitals } = app;
  // Every open page asks this every few seconds: answered from memory, and for everybody.
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

function mayRead({ config }: App, { socket, headers }: FastifyRequest): boolean {
  if (config.metricsToken === undefined) {
    return config.trustProxy === false && OWN_MACHINE.has(socket.remoteAddress ?? '') && isDirect(headers);
  }
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${config.metricsToken}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A proxy on the same machine is not the machine itself: it adds headers of its own, or passes on the name it has. */
function isDirect(headers: IncomingHttpHeaders): boolean {
  const named = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers.host ?? '');
  return named && !Object.keys(headers).some((name) => OF_PROXIES.test(name));
}
