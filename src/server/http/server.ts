import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import type { App } from '#server/app.ts';
import { productVersion } from '#server/instance/product-version.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { tileProvider } from '#server/settings/defaults.ts';
import { tileOrigins } from '#shared/domain/tile-provider.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { canonicalPath, isScreenPath } from '#shared/menu.ts';
import { parseBody } from './body.ts';
import { dispatch } from './dispatch.ts';
import { hasSession, serveDownloads } from './downloads.ts';
import { crash, refusal } from './envelope.ts';
import { openapi } from './openapi.ts';
import { servePictures } from './pictures.ts';
import { requestCounts } from './request-counts.ts';
import type { Route } from './route.ts';
import { serveUpload } from './upload.ts';

const BODY_LIMIT = 4 * 1024 * 1024;
/** Per address and minute; a whole bureau may sit behind one address. */
const PUBLIC_CALLS_A_MINUTE = 300;

/** Web and API on one address. */
export async function buildServer(app: App, routes: readonly Route[]): Promise<FastifyInstance> {
  const trusted = app.config.trustProxy;
  const server = fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    // Idle keep-alive connections must not hold up a stop.
    forceCloseConnections: 'idle',
    // The ticket of a download is a parameter of its address, and longer than the hundred characters of the default.
    routerOptions: { maxParamLength: 4000 },
    // An address that cannot even be decoded is one that is not there.
    frameworkErrors: (_error, request, reply) => (reply as FastifyReply).code(404).send(notFound(request)),
  });
  acceptJson(server);
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy(app) },
  });
  // Set before the limiter is there: it looks at a route when the route is made, in the order of the hooks.
  server.addHook('onRoute', (route) => {
    // Whoever is not signed in has no account to be locked, so the address is counted.
    const needs = (route.config as { needs?: string } | undefined)?.needs;
    if (needs === 'public') {
      route.config = { ...route.config, rateLimit: { max: PUBLIC_CALLS_A_MINUTE, timeWindow: MINUTE_MS } };
    }
  });
  await server.register(rateLimit, { global: false, store: requestCounts(app) });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const language = request.headers['accept-language'];
    if (error instanceof Fault) return reply.code(200).send(refusal(error, language));
    if (error.statusCode === 429) {
      const seconds = Number(reply.getHeader('retry-after') ?? 60);
      return reply.code(429).send({
        ...refusal(new Fault('login_failed', { detail: 'wait_seconds', params: { seconds } }), language),
        code: 429,
      });
    }
    if (error.statusCode && error.statusCode < 500) {
      return reply.code(200).send(refusal(new Fault('parameter_error', { fields: [] }), language));
    }
    request.log.error({ err: error, request_id: request.id }, 'request failed');
    return reply.code(500).send(crash(request.id, language));
  });
  // Whoever only takes packets or works in the background tells how it is, and no more.
  if (!app.config.roles.has('api')) {
    server.setNotFoundHandler((request, reply) => reply.code(404).send(notFound(request)));
    return server;
  }
  await serveDocs(server, app);
  dispatch(server, app, routes);
  await serveUpload(server, app);
  serveDownloads(server, app);
  servePictures(server, app);
  await serveWeb(server);
  return server;
}

const SWEEP_MS = 50;
const PATIENCE_MS = 10_000;

/**
 * Answers what is under way and closes. A connection that falls idle only then would wait for a next request; one whose
 * reader no longer reads would never end.
 */
export async function closeServer(server: FastifyInstance, patienceMs = PATIENCE_MS): Promise<void> {
  const sweeping = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  const losingPatience = setTimeout(() => server.server.closeAllConnections(), patienceMs);
  await server.close().finally(() => {
    clearInterval(sweeping);
    clearTimeout(losingPatience);
  });
}

/** Pages load from here alone, and tiles from where they are configured to come from. */
function policy({ settings }: App) {
  const tiles = () => {
    const provider = tileProvider(settings.current);
    return provider ? tileOrigins(provider).join(' ') : '';
  };
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // antd writes its styles at run time.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', tiles],
    'font-src': ["'self'", 'data:'],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", tiles],
    'frame-ancestors': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
  };
}

/** The description of the API. A browser shows it by the cookie of its session, as it does with downloads. */
async function serveDocs(server: FastifyInstance, app: App): Promise<void> {
  const { apiDocs } = app.config;
  if (apiDocs === 'off') return;
  await server.register((scope, _options, ready) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (apiDocs === 'public' || (await hasSession(app, request))) return;
      return reply.code(401).send(refusal(new Fault('unauthorized'), request.headers['accept-language']));
    });
    const document = openapi(productVersion) as never;
    void scope.register(swagger, { mode: 'static', specification: { document } });
    void scope.register(swaggerUi, { routePrefix: '/docs' });
    ready();
  });
}

/** A call without input may come without a body. */
function acceptJson(server: FastifyInstance): void {
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => parseBody(body),
  );
}

/** The built pages. Addresses of screens get the one page; a missing file or call stays a 404. */
async function serveWeb(server: FastifyInstance): Promise<void> {
  const root = join(projectRoot, 'dist', 'web');
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: false,
      // A route for each of hundreds of files takes a tenth of the server's start.
      globIgnore: ['assets/**'],
      index: false,
      // The page that names the built files must always be fresh.
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
    await server.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      decorateReply: false,
      index: false,
      // Built files carry their hash in their name.
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  }
  server.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // To a browser every address is the one page, which says itself what it does not know.
    const forPeople =
      (request.headers.accept ?? '').includes('text/html') ||
      isScreenPath(canonicalPath(request.url.replace(/[?#].*$/, '')));
    if (built && isRead && forPeople) return reply.sendFile('index.html');
    return reply.code(404).send(notFound(request));
  });
}

function notFound(request: { headers: IncomingHttpHeaders }) {
  return refusal(new Fault('not_found'), request.headers['accept-language']);
}
