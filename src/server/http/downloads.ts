import { createHmac, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App, Ctx, User } from '#server/app.ts';
import { sayIn } from '#server/words.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { sessionUser } from './auth.ts';
import { readToken } from './tokens.ts';

interface Ticket {
  /** Path below the data folder. */
  path: string;
  name: string;
  expires: number;
  /** The user that it is for; absent: everyone. */
  user_id?: number;
}

const VALID_MS = 5 * MINUTE_MS;

/** A short-lived address of one file, for the user who requested it only. */
export function downloadUrl(ctx: Ctx, path: string, name: string): string {
  return address(ctx, { path, name, user_id: ctx.user.user_id });
}

/** The same for anyone who has the address. */
export function publicDownloadUrl(app: App, path: string, name: string): string {
  return address(app, { path, name });
}

function address(app: App, what: Omit<Ticket, 'expires'>): string {
  const ticket: Ticket = { ...what, expires: app.now().getTime() + VALID_MS };
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `/file/download/${body}.${sign(app, `download ${body}`)}`;
}

export function serveDownloads(server: FastifyInstance, app: App): void {
  server.get('/file/download/:ticket', async (request, reply) => {
    const ticket = readTicket(app, (request.params as { ticket: string }).ticket);
    if (!ticket || !(await serves(app, ticket, request))) return sayExpired(request, reply);
    const file = await open(join(app.config.filesDir, ticket.path)).catch(() => undefined);
    if (!file) return sayExpired(request, reply);
    const { size } = await file.stat();
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(ticket.name)}`)
      .header('cache-control', 'private, no-store')
      .send(file.createReadStream());
  });
}

/** A user may open an expired address. The page does not reveal whether it was ever valid. */
function sayExpired({ headers }: FastifyRequest, reply: FastifyReply) {
  const language = /^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh';
  const say = sayIn(language);
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('download.expired')}</title>
<body style="max-width: 32em; margin: 20vh auto; padding: 0 16px; font: 16px/1.6 system-ui, sans-serif">
<h1 style="font-size: 20px">${say('download.expired')}</h1>
<p>${say('download.expired_hint')}</p>
`);
}

function readTicket(app: App, text: string): Ticket | undefined {
  const [body = '', signature = ''] = text.split('.');
  if (!isSigned(app, `download ${body}`, signature)) return undefined;
  const ticket = JSON.parse(Buffer.from(body, 'base64url').toString()) as Ticket;
  return ticket.expires >= app.now().getTime() ? ticket : undefined;
}

/** A browser follows a link without its token, so a cookie identifies the session; one per user of the browser. */
export function nameBrowser(
  app: App,
  { user_id, session_id }: User,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const cookie = `${cookieName(user_id)}=${session_id}.${sign(app, `browser ${session_id}`)}`;
  if (request.headers.cookie?.includes(cookie)) return;
  const secure = isEncrypted(request) ? '; Secure' : '';
  reply.header('set-cookie', `${cookie}; Path=/; HttpOnly; SameSite=Strict${secure}`);
}

/**
 * Whether the browser uses TLS. Headers of untrusted proxies are believed here: a lie affects only the sender's own
 * cookie.
 */
function isEncrypted({ protocol, headers }: FastifyRequest): boolean {
  // The first entry is the browser's; the others are from proxies behind the first one.
  const first = (header: string | string[] | undefined) =>
    String(header ?? '')
      .split(',')[0]
      ?.trim() ?? '';
  return (
    protocol === 'https' ||
    first(headers['x-forwarded-proto']).toLowerCase() === 'https' ||
    /(?:^|;)\s*proto="?https\b/i.test(first(headers.forwarded))
  );
}

/** Whether the browser has the cookie of any valid session. */
export async function hasSession(app: App, { headers }: FastifyRequest): Promise<boolean> {
  for (const [, user_id] of (headers.cookie ?? '').matchAll(COOKIE_NAMES)) {
    const session_id = cookieSession(app, Number(user_id), headers);
    const user = session_id && (await sessionUser(app.pool, session_id));
    if (user && !user.revoked) return true;
  }
  return false;
}

/**
 * Whether the request has a valid session of the ticket's user: by its token from the device that it was issued to, as
 * in every call, or by the browser's cookie.
 */
async function serves(app: App, { user_id }: Ticket, { headers }: FastifyRequest): Promise<boolean> {
  if (user_id === undefined) return true;
  const byToken = Boolean(headers.access_token);
  const session_id = byToken ? await tokenSession(app, headers) : cookieSession(app, user_id, headers);
  const user = session_id === undefined ? undefined : await sessionUser(app.pool, session_id);
  if (user?.user_id !== user_id || user.revoked) return false;
  return !byToken || user.imei === headers.imei;
}

async function tokenSession(app: App, { access_token }: IncomingHttpHeaders): Promise<string | undefined> {
  const { token_secret } = app.secrets;
  const token = await readToken(String(access_token), 'access', token_secret, app.now()).catch(
    () => undefined,
  );
  return token?.sid;
}

function cookieSession(app: App, user_id: number, headers: IncomingHttpHeaders): string | undefined {
  const prefix = `${cookieName(user_id)}=`;
  const cookie = headers.cookie?.split('; ').find((each) => each.startsWith(prefix));
  const [session_id = '', signature = ''] = cookie?.slice(prefix.length).split('.') ?? [];
  return isSigned(app, `browser ${session_id}`, signature) ? session_id : undefined;
}

function cookieName(user_id: number): string {
  return `lanjing_browser_${user_id}`;
}

const COOKIE_NAMES = /lanjing_browser_(\d{1,9})=/g;

function isSigned(app: App, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(app, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function sign(app: App, text: string): string {
  return createHmac('sha256', app.secrets.signing_secret).update(text).digest('base64url');
}
