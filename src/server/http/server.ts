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
/** Per address and minute; a whole office may share one address. */
const PUBLIC_CALLS_A_MINUTE = 300;

/** The web pages and the API on one address. */
export async function buildServer(app: App, routes: readonly Route[]): Promise<FastifyInstance> {
  const trusted = app.config.trustProxy;
  const server = fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    // Idle keep-alive connections must not delay a stop.
    forceCloseConnections: 'idle',
    // The ticket of a download is part of its address, and longer than the default of 100 characters.
    routerOptions: { maxParamLength: 4000 },
    // An address that cannot be decoded does not exist.
    frameworkErrors: (_error, request, reply) => (reply as FastifyReply).code(404).send(notFound(request)),
  });
  acceptJson(server);
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy(app) },
  });
  // Must be set before the limiter, which inspects routes as they are added, in the order of hooks.
  server.addHook('onRoute', (route) => {
    // Calls without sign-in have no account to limit, so their address is counted.
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
  // Servers without the role `api` only report their status.
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
 * Answers requests under way, then closes. A connection that becomes idle later would wait for a next request, and one
 * whose client does not read would never end.
 */
export async function closeServer(server: FastifyInstance, patienceMs = PATIENCE_MS): Promise<void> {
  const sweeping = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  const losingPatience = setTimeout(() => server.server.closeAllConnections(), patienceMs);
  await server.close().finally(() => {
    clearInterval(sweeping);
    clearTimeout(losingPatience);
  });
}

/** Pages load resources from here only, and tiles from the configured providers. */
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

/** The API description. A browser is recognised by its session cookie, as for downloads. */
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

/** A call without input may have no body. */
function acceptJson(server: FastifyInstance): void {
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => parseBody(body),
  );
}

/** The built pages. Addresses of screens get the single page; a missing file or call is a 404. */
async function serveWeb(server: FastifyInstance): Promise<void> {
  const root = join(projectRoot, 'dist', 'web');
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: false,
      // A route per file would take a tenth of the server's start time; there are hundreds.
      globIgnore: ['assets/**'],
      index: false,
      // The page that refers to the built files must always be fresh.
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
    await server.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      decorateReply: false,
      index: false,
      // Built files have a hash in their name.
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  }
  server.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // For browsers every address is the single page, which itself shows unknown addresses.
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
